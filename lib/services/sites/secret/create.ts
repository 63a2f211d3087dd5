import type { Asked } from "@/lib/domain/approval/approval";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { defineProvenChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { limitExceeded } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireSecondPerson } from "@/lib/services/people/approval/require-second-person";
import { addSecret } from "./add-secret";
import { createSecretInput, SECRETS_MAX } from "./schemas";
import { type SecretView, scopeOf, toSecretView } from "./secret-view";

/**
 * Generates a secret. The customer's first one signs at once, because nothing could before; any other
 * is staged: it signs nothing until it is activated, so that it can be put into the connectors first. Where the
 * customer wants a second person for it, it is only asked for.
 */
export const createSecret = defineProvenChange(
  "secret:write",
  createSecretInput,
  async (tx, context, { eventId }): Promise<SecretView | Asked> => {
    await lockCustomer(tx, context);
    const event = eventId === null ? null : await getEventOfCustomer(tx, context, eventId);
    const scope = { customerId: context.customer.id, eventId: event?.id ?? null };
    const count = await tx.secret.count({ where: scope });
    if (count >= SECRETS_MAX) {
      throw limitExceeded(`You can have up to ${SECRETS_MAX} secrets. Retire an unused one first.`);
    }
    const asked = await requireSecondPerson(tx, context, {
      verb: "secret.create",
      subject: event?.id ?? context.customer.id,
      summary: `generate a secret${event === null ? "" : ` for ${event.name}`}`,
      input: { eventId },
    });
    if (asked !== null) return asked;
    const isActive = event === null && count === 0;
    const row = await addSecret(tx, context, { eventId: scope.eventId, isActive });
    await recordAudit(tx, context, {
      verb: "secret.create",
      subject: row.id,
      summary: `generated the secret that ends in ${row.hint}${scopeOf(row)}`,
      details: { active: isActive, keyId: row.keyId, eventId },
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    return toSecretView(row);
  },
);
