import { db, type Tx } from "@/lib/db/client";
import { forgetAuditAnchor } from "@/lib/line/commands/audit-anchors";
import { removeCustomerKeys } from "@/lib/line/commands/remove-customer";
import type { Redis } from "@/lib/line/redis-client";

/** The outbox topic of customers that were deleted; the subject is their id on the wire. */
export const CUSTOMER_GONE_TOPIC = "customer-gone";

/** For so long somebody may still write what they began before: a round of the governor, a pull. */
const LATE_WRITES_MS = 5 * 60_000;

/** Notes, in the transaction that deletes a customer, that its keys have to go. */
export async function noteGone(tx: Tx, wireId: string): Promise<void> {
  await tx.outboxEntry.create({
    data: { customerId: "", topic: CUSTOMER_GONE_TOPIC, subjectId: wireId },
  });
}

/** Removes all keys of a customer that is not in Postgres any more, and answers how many there were. */
export async function removeGoneKeys(redis: Redis, wireId: string): Promise<number> {
  const isAnew = (await db().customer.count({ where: { wireId } })) > 0;
  if (isAnew) return 0;
  await forgetAuditAnchor(redis, wireId);
  return removeCustomerKeys(redis, wireId);
}

/**
 * Removes what a deletion that was killed has left in Redis, and what somebody wrote late; then the notes, so
 * that nothing has the ids any more.
 */
export async function removeGoneCustomers(redis: Redis, nowMs = Date.now()): Promise<number> {
  const notes = await db().outboxEntry.findMany({ where: { topic: CUSTOMER_GONE_TOPIC } });
  let removed = 0;
  for (const { id, subjectId, createdAt } of notes) {
    removed += await removeGoneKeys(redis, subjectId);
    if (nowMs - createdAt.getTime() > LATE_WRITES_MS)
      await db().outboxEntry.deleteMany({ where: { id } });
  }
  return removed;
}
