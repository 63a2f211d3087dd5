import type { Tx } from "@/lib/db/client";
import { defineProvenChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { secretIdInput } from "./schemas";
import { getSecretOfCustomer, type SecretWithEvent, scopeOf } from "./secret-view";

/**
 * Deletes a secret for good; the waiting room no longer accepts what it signed. If it was the active one
 * of an event, the customer's signs there again. Throws `precondition_failed` for an active secret that
 * no other can replace.
 */
export const retireSecret = defineProvenChange(
  "secret:write",
  secretIdInput,
  async (tx, context, { secretId }) => {
    await lockCustomer(tx, context);
    const row = await getSecretOfCustomer(tx, context, secretId);
    if (row.active && !(await hasSuccessor(tx, row))) {
      throw preconditionFailed("This secret is active. Activate another one first, or revoke it.");
    }
    await tx.secret.delete({ where: { id: row.id } });
    await recordAudit(tx, context, {
      verb: "secret.retire",
      subject: row.id,
      summary: `retired the secret that ended in ${row.hint}${scopeOf(row)}`,
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
  },
);

/** Only a secret of one event can be replaced by another: the customer's. */
async function hasSuccessor(tx: Tx, { customerId, eventId }: SecretWithEvent): Promise<boolean> {
  if (eventId === null) return false;
  return (await tx.secret.count({ where: { customerId, eventId: null, active: true } })) > 0;
}
