import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { toAccessCodeBatchView } from "./batch-view";
import { listAccessCodesInput } from "./schemas";

const LISTED_MAX = 200;

/** The last 200 batches of an event with what their codes were used for, the newest first. */
export const listAccessCodes = defineVerb(
  "access-code:read",
  listAccessCodesInput,
  async (context, { eventId }) => {
    const event = await getEventOfCustomer(db(), context, eventId);
    const rows = await db().accessCodeBatch.findMany({
      where: { eventId: event.id, customerId: context.customer.id },
      orderBy: [{ createdAt: "desc" }, { id: "asc" }],
      take: LISTED_MAX,
    });
    const sums = await sumUses(rows.map(({ id }) => id));
    return rows.map((row) => {
      const sum = sums.get(row.id);
      if (sum === undefined) return toAccessCodeBatchView(row, 0);
      const { count, good, usedGood, ...uses } = sum;
      return toAccessCodeBatchView(row, count, { ...uses, left: row.uses * good - usedGood });
    });
  },
);

/** Adds up the codes of each batch; `good` are those that are not revoked. */
async function sumUses(batchIds: readonly string[]) {
  const where = { batchId: { in: [...batchIds] } };
  const groups = await db().accessCode.groupBy({
    by: ["batchId"],
    where,
    _count: true,
    _sum: { used: true, returned: true, refused: true },
    _max: { lastUsedAt: true },
  });
  const revoked = await db().accessCode.groupBy({
    by: ["batchId"],
    where: { ...where, revokedAt: { not: null } },
    _count: true,
    _sum: { used: true, returned: true },
  });
  const revokedOf = new Map(revoked.map((group) => [group.batchId, group]));
  return new Map(
    groups.map(({ batchId, _count: count, _sum: sum, _max: max }) => {
      const gone = revokedOf.get(batchId);
      const used = (sum.used ?? 0) - (sum.returned ?? 0);
      const usedGone = (gone?._sum.used ?? 0) - (gone?._sum.returned ?? 0);
      return [
        batchId,
        {
          count,
          used,
          good: count - (gone?._count ?? 0),
          usedGood: used - usedGone,
          refused: sum.refused ?? 0,
          revoked: gone?._count ?? 0,
          lastUsedAt: max.lastUsedAt?.toISOString() ?? null,
        },
      ] as const;
    }),
  );
}
