import { createHash, randomBytes } from "node:crypto";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { type AwsApiView, clientsOf, toAwsApiView } from "./aws-api-view";
import { changeAwsApi, requireAwsApi } from "./inner/change-aws-api";
import { saveAwsClientInput } from "./schemas";

const SECRET_BYTES = 32;

/** With the client's new secret, which nobody sees again; null where it has none. */
export type AwsClient = AwsApiView & { readonly clientSecret: string | null };

/**
 * Registers the program that signs visitors of an event in by OpenID Connect: its client id is the event's id, and it gets a new
 * secret unless it keeps the one that it has. Without redirect URIs it is removed.
 */
export const saveAwsClient = defineChange(
  "secret:write",
  saveAwsClientInput,
  async (tx, context, { eventId, redirectUris, keepsSecret }): Promise<AwsClient> => {
    const event = await getEventOfCustomer(tx, context, eventId);
    const { row } = await requireAwsApi(tx, context);
    const others = clientsOf(row).filter((client) => client.eventId !== eventId);
    const before = clientsOf(row).find((client) => client.eventId === eventId);
    const isGone = redirectUris.length === 0;
    const isKept = keepsSecret && before !== undefined;
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    const newHash = createHash("sha256").update(secret).digest("hex");
    const secretHash = isKept ? before.secretHash : newHash;
    const clients = isGone ? others : [...others, { eventId, redirectUris, secretHash }];
    await recordAudit(tx, context, {
      verb: "aws-api.save-client",
      subject: event.id,
      summary: `${isGone ? "removed" : "saved"} the OpenID Connect client of ${event.name}`,
      details: { redirectUris },
    });
    const changed = await changeAwsApi(tx, context, { clients });
    const view = toAwsApiView(context.customer.wireId, changed);
    return { ...view, clientSecret: isGone || isKept ? null : secret };
  },
);
