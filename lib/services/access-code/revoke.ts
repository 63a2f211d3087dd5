import type { Tx } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { getEventOfCustomer } from "@/lib/services/event/find-event";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { codeIdsOf } from "./code-ids";
import { lockBatches } from "./lock-batches";
import { type RevokeAccessCodesInput, revokeAccessCodesInput } from "./schemas";

/** What has come of revoking codes by name. */
export type RevokedCodes = {
  readonly revoked: number;
  /** Those that were revoked before. */
  readonly before: number;
  /** Those that are no codes of the event. */
  readonly unknown: number;
};

/**
 * Revokes single codes of an event for good: nobody joins by one of them any more. Places that they have led to are
 * kept. Throws `invalid` when none of them belongs to the event.
 */
export async function revokeAccessCodes(
  context: ServiceContext,
  rawInput: RevokeAccessCodesInput,
): Promise<RevokedCodes> {
  requirePermission(context, "access-code:write");
  const { eventId, codes } = revokeAccessCodesInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    const ref = { id: event.id, customerId: context.customer.wireId, eventId };
    const { batchIds, ...result } = await revokeIn(tx, event, await codeIdsOf(tx, ref, codes));
    if (result.unknown === codes.length) {
      const reason = `${event.name} has no such ${codes.length === 1 ? "code" : "codes"}.`;
      throw new ServiceError("invalid", reason, { fields: { codes: reason } });
    }
    const { revoked } = result;
    await recordAudit(tx, context, {
      verb: "access-code.revoke",
      subject: event.id,
      summary: `revoked ${revoked} access ${revoked === 1 ? "code" : "codes"} of ${event.name}`,
      details: { eventId, ...result },
    });
    for (const batchId of batchIds) await enqueueOutbox(tx, context, "access-codes", batchId);
    return result;
  });
}

async function revokeIn(tx: Tx, event: Event, ids: readonly string[]) {
  await lockBatches(tx, event.id);
  const where = { eventId: event.id, hash: { in: [...ids] } };
  const known = await tx.accessCode.count({ where });
  const rows = await tx.accessCode.updateManyAndReturn({
    where: { ...where, revokedAt: null },
    data: { revokedAt: new Date() },
    select: { batchId: true },
  });
  const batchIds = [...new Set(rows.map(({ batchId }) => batchId))];
  await tx.accessCodeBatch.updateMany({
    where: { id: { in: batchIds } },
    data: { version: { increment: 1 } },
  });
  return {
    batchIds,
    revoked: rows.length,
    before: known - rows.length,
    unknown: ids.length - known,
  };
}
