import { db } from "@/lib/db/client";
import type { Redis } from "@/lib/line/redis-client";
import { noticeHash } from "@/lib/secrets/notice-link";
import { eventKeyOf } from "@/lib/services/event/change/event-key";
import { listEventsToDrain } from "@/lib/services/operation/admission/drain";
import { drainNotices } from "./drain";

/**
 * Deletes what was asked for one e-mail address at all events, what is still on its way included, and answers how many
 * there were. The place in line stays as it is.
 */
export async function eraseNoticesOf(redis: Redis, email: string): Promise<number> {
  for (const event of await listEventsToDrain("all")) await drainNotices(redis, event);
  const events = await db().event.findMany({
    where: { runs: { some: { notices: { some: { kind: "mail" } } } } },
    select: { id: true, wireId: true, customer: { select: { wireId: true } } },
  });
  let erased = 0;
  for (const { id, wireId: eventId, customer } of events) {
    const keyed = { id, customerId: customer.wireId, eventId };
    const key = await db().$transaction((tx) => eventKeyOf(tx, keyed));
    const { count } = await db().notice.deleteMany({
      where: { run: { eventId: id }, addressHash: noticeHash(key, email) },
    });
    erased += count;
  }
  return erased;
}
