import { randomUUID } from "node:crypto";
import { appendQueueToken, mintQueueToken } from "@/connectors/src/core";
import type { Db } from "@/lib/db/client";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { unseal } from "@/lib/secrets/seal";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineChange } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { secretSealContext } from "@/lib/services/sites/secret/secret-view";
import { createDebugTokenInput } from "./schemas";

/** How long the link works, and the session that a public connector begins with it. */
const VALID_MINUTES = 5;

/**
 * Makes a link to the event's target with a token of type `debug`, on which a connector explains what it
 * sees. Public connectors also let in whoever opens it, for five minutes, without a slot and
 * uncounted; that is why it is audited. The link is in this answer and nowhere else. Throws `precondition_failed`
 * when no secret signs.
 */
export const createDebugToken = defineChange(
  "debug-token:write",
  createDebugTokenInput,
  async (
    tx,
    context,
    { eventId },
  ): Promise<{ readonly url: string; readonly expiresAt: string }> => {
    const expiresUnixSeconds = Math.floor(Date.now() / 1_000) + VALID_MINUTES * 60;
    const event = await getEventOfCustomer(tx, context, eventId);
    const token = mintQueueToken(
      {
        eventId,
        queueId: randomUUID(),
        expiresUnixSeconds,
        extendableCookie: false,
        cookieValidityMinutes: VALID_MINUTES,
        redirectType: "debug",
      },
      await signingSecret(tx, context, event.id),
    );
    await recordAudit(tx, context, {
      verb: "debug-token.create",
      subject: event.id,
      summary: `created a diagnostics link for ${event.name}`,
      details: { eventId, validMinutes: VALID_MINUTES },
    });
    return {
      url: appendQueueToken(settingsOf(event, "targetUrl").targetUrl, token),
      expiresAt: new Date(expiresUnixSeconds * 1_000).toISOString(),
    };
  },
);

/** The secret that signs at an event: its own active one, or else the customer's. */
async function signingSecret(
  database: Db,
  context: ServiceContext,
  eventRowId: string,
): Promise<string> {
  const active = await database.secret.findMany({
    where: {
      customerId: context.customer.id,
      active: true,
      OR: [{ eventId: eventRowId }, { eventId: null }],
    },
  });
  const signs = active.find(({ eventId }) => eventId !== null) ?? active[0];
  if (signs === undefined) {
    throw preconditionFailed("Generate a secret first.");
  }
  const sealContext = secretSealContext(context.customer.wireId);
  return unseal(masterKeysFromEnvironment(), sealContext, signs.sealed);
}
