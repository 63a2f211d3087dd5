import type { Tx } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { ServiceError } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { codeIdsOf } from "./inner/code-ids";
import { lockBatches } from "./lock-batches";
import { revokeAccessCodesInput } from "./schemas";

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
export const revokeAccessCodes = defineChange(
  "access-code:write",
  revokeAccessCodesInput,
  async (tx, context, { eventId, codes }) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    const ref = { id: event.id, customerId: context.customer.wireId, eventId };
    const { batchIds, ...result } = await revokeIn(tx, event, await codeIdsOf(tx, ref, codes));
    if (result.unknown === codes.length) {
      const reason = `${codes.length === 1 ? "This code does" : "These codes do"} not belong to ${event.name}.`;
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
  },
);

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
