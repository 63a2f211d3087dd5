import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { lockCustomer } from "@/lib/services/lock-customer";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { type SecretIdInput, secretIdInput } from "./schemas";
import { getSecretOfCustomer, scopeOf } from "./secret-view";

/**
 * Deletes a secret that does not sign, for good: what it signed is worth nothing at the waiting room
 * afterwards. Throws `precondition_failed` for the active one, because new queue tokens need it.
 */
export async function retireSecret(
  context: ServiceContext,
  rawInput: SecretIdInput,
): Promise<void> {
  requirePermission(context, "secret:write");
  const { secretId } = secretIdInput.parse(rawInput);
  await withTransaction(context, async (tx) => {
    await lockCustomer(tx, context);
    const row = await getSecretOfCustomer(tx, context, secretId);
    if (row.active) {
      throw new ServiceError(
        "precondition_failed",
        "This secret signs. Activate another one first, or revoke this one.",
      );
    }
    await tx.secret.delete({ where: { id: row.id } });
    await recordAudit(tx, context, {
      verb: "secret.retire",
      subject: row.id,
      summary: `retired the secret that ended in ${row.hint}${scopeOf(row)}`,
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
  });
}
