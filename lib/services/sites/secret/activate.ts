import type { Asked } from "@/lib/domain/approval/approval";
import { defineProvenChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireSecondPerson } from "@/lib/services/people/approval/require-second-person";
import { secretIdInput } from "./schemas";
import {
  getSecretOfCustomer,
  type SecretView,
  scopeOf,
  toSecretView,
  WITH_EVENT,
} from "./secret-view";

/**
 * From now on this secret signs the queue tokens of its scope. The one before stays accepted until it
 * is retired. Where the customer wants a second person for it, it is only asked for. Throws `precondition_failed` when
 * it is active already.
 */
export const activateSecret = defineProvenChange(
  "secret:write",
  secretIdInput,
  async (tx, context, { secretId }): Promise<SecretView | Asked> => {
    await lockCustomer(tx, context);
    const held = await getSecretOfCustomer(tx, context, secretId);
    const { active, activatedAt, customerId, eventId, hint } = held;
    if (active) throw preconditionFailed("This secret is already active.");
    const before = await tx.secret.findFirst({ where: { customerId, eventId, active: true } });
    const asked = await requireSecondPerson(tx, context, {
      verb: "secret.activate",
      subject: held.id,
      summary: `activate the secret that ends in ${hint}${scopeOf(held)}`,
      input: { secretId },
      seen: { active: before?.id ?? null },
    });
    if (asked !== null) return asked;
    await tx.secret.updateMany({
      where: { customerId, eventId, active: true },
      data: { active: false },
    });
    const row = await tx.secret.update({
      where: { id: secretId },
      data: { active: true, activatedAt: activatedAt ?? new Date() },
      include: WITH_EVENT,
    });
    await recordAudit(tx, context, {
      verb: "secret.activate",
      subject: row.id,
      summary: `activated the secret that ends in ${hint}${scopeOf(row)}`,
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    return toSecretView(row);
  },
);
