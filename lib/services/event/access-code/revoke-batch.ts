import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { notFound, preconditionFailed } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { lockBatches } from "./lock-batches";
import { accessCodeBatchInput } from "./schemas";

/**
 * Revokes all codes of a batch for good: nobody joins by one of them any more. Places that they have led to are kept.
 * Throws `precondition_failed` when all were revoked before.
 */
export const revokeAccessCodeBatch = defineChange(
  "access-code:write",
  accessCodeBatchInput,
  async (tx, context, { batchId }): Promise<{ readonly revoked: number }> => {
    const where = { id: batchId, customerId: context.customer.id };
    const batch = await tx.accessCodeBatch.findFirst({ where, include: { event: true } });
    if (batch === null) throw notFound("batch of access codes");
    await lockBatches(tx, batch.eventId);
    const { count: revoked } = await tx.accessCode.updateMany({
      where: { batchId, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (revoked === 0) {
      throw preconditionFailed("All codes in this batch are already revoked.");
    }
    await tx.accessCodeBatch.update({
      where: { id: batchId },
      data: { version: { increment: 1 } },
    });
    await recordAudit(tx, context, {
      verb: "access-code.revoke-batch",
      subject: batchId,
      summary: `revoked the access codes ${batch.name} of ${batch.event.name}`,
      details: { eventId: batch.event.wireId, revoked },
    });
    await enqueueOutbox(tx, context, "access-codes", batchId);
    return { revoked };
  },
);
