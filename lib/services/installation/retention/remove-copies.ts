import { withAdvisoryLock } from "@/lib/db/advisory-lock";
import { db } from "@/lib/db/client";
import { removeCopyFromRedis } from "@/lib/line/commands/remove-copy";
import type { Redis } from "@/lib/line/redis-client";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { countEach } from "@/lib/services/ground/count-each";
import { writeEventToRedis } from "@/lib/services/relay/outbox/write-event";

/** Waiting rooms hand over what they counted within seconds; nothing of a copy is written after that. */
const LATE_WRITES_MS = 10_000;

/**
 * Closes each copy whose rehearsal is over, and removes it some seconds later with all that was stored of it. It may be
 * repeated, interrupted and run twice at once; what a process that died has left is removed as well.
 */
export async function removeCopies(redis: Redis, nowMs = Date.now()): Promise<number> {
  const copies = await db().event.findMany({
    where: { testOf: { not: null } },
    select: { id: true, wireId: true, customerId: true, status: true, updatedAt: true },
  });
  return countEach(copies, async (copy) => {
    const ofCopy = { customerId: copy.customerId, copy: copy.wireId };
    const underWay = await db().rehearsal.count({
      where: { ...ofCopy, state: { in: ["queued", "running"] } },
    });
    if (underWay > 0) return false;
    if (copy.status === "open") await closeCopy(redis, copy.id);
    else if (nowMs - copy.updatedAt.getTime() > LATE_WRITES_MS) {
      await removeCopy(redis, copy.id);
      await db().rehearsal.updateMany({ where: ofCopy, data: { copy: null } });
      return true;
    }
    return false;
  });
}

/** Nobody is let in any more. */
async function closeCopy(redis: Redis, id: string): Promise<void> {
  await db().event.update({
    where: { id },
    data: { status: "stopped", settingsVersion: { increment: 1 } },
  });
  await db().run.updateMany({
    where: { eventId: id, endedAt: null },
    data: { endedAt: new Date() },
  });
  await writeEventToRedis(redis, id);
}

/** With the event's lock, so that nobody writes its line meanwhile. The row goes last. */
async function removeCopy(redis: Redis, id: string): Promise<void> {
  await withAdvisoryLock(`line:${id}`, async (tx) => {
    const copy = await tx.event.findUnique({
      where: { id },
      include: { customer: { select: { id: true, wireId: true } } },
    });
    if (copy === null) return;
    await removeCopyFromRedis(redis, eventRef(copy, copy.customer));
    await tx.eventCheckpoint.deleteMany({ where: { eventId: id } });
    await tx.drainCursor.deleteMany({ where: { eventId: id } });
    await tx.event.delete({ where: { id } });
    // The secret of the copy has gone with it.
    await tx.outboxEntry.create({
      data: { customerId: copy.customer.id, topic: "customer", subjectId: copy.customer.id },
    });
  });
}
