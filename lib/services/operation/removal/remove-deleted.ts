import { withAdvisoryLock } from "@/lib/db/advisory-lock";
import { db, type Tx } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { removeEventKeys } from "@/lib/line/commands/remove-event";
import type { Redis } from "@/lib/line/redis-client";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { logoOf } from "@/lib/services/event/settings/to-settings";
import { countEach } from "@/lib/services/ground/count-each";
import { retireEventId } from "@/lib/services/ground/former-id";

/** Rows of one statement. */
const ROWS = 5_000;
/** For so long somebody may still write what they began before: a round of the governor, a process that stored figures. */
const LATE_WRITES_MS = 5 * 60_000;

/**
 * Removes what is stored of deleted events: first what there may be millions of, in small statements, and some minutes after
 * the deletion the rest, in Redis and Postgres. What is killed in the middle goes on in the next round. Until
 * the event's row is gone its id cannot be used for another, so that no other event ever takes over its line.
 */
export async function removeDeletedEvents(redis: Redis, nowMs = Date.now()): Promise<number> {
  const events = await db().event.findMany({ where: { deletingAt: { not: null } } });
  return countEach(events, async (event) => {
    await removeManyRows(event.id);
    const isLate = (event.deletingAt?.getTime() ?? nowMs) > nowMs - LATE_WRITES_MS;
    return isLate ? false : removeRest(redis, event.id);
  });
}

async function removeManyRows(eventId: string): Promise<void> {
  await repeat(
    () => db().$executeRaw`
      DELETE FROM "Admission" WHERE "id" IN (
        SELECT one."id" FROM "Run" AS run CROSS JOIN LATERAL (
          SELECT "id" FROM "Admission" WHERE "runId" = run."id" LIMIT ${ROWS}
        ) AS one
        WHERE run."eventId" = ${eventId} LIMIT ${ROWS}
      )`,
  );
  await repeat(
    () => db().$executeRaw`
      DELETE FROM "HourFigure" WHERE ctid = ANY (ARRAY(
        SELECT one.at FROM "Run" AS run CROSS JOIN LATERAL (
          SELECT ctid AS at FROM "HourFigure" WHERE "runId" = run."id" LIMIT ${ROWS}
        ) AS one
        WHERE run."eventId" = ${eventId} LIMIT ${ROWS}
      ))`,
  );
  await repeat(
    () => db().$executeRaw`
      DELETE FROM "AccessCode" WHERE ("eventId", "hash") IN (
        SELECT "eventId", "hash" FROM "AccessCode" WHERE "eventId" = ${eventId} LIMIT ${ROWS}
      )`,
  );
}

async function repeat(removeSome: () => Promise<number>): Promise<void> {
  while ((await removeSome()) > 0);
}

/** With the event's lock, so that nobody writes its line meanwhile. The row goes last. */
async function removeRest(redis: Redis, id: string): Promise<boolean> {
  return withAdvisoryLock(`line:${id}`, async (tx) => {
    const event = await tx.event.findUnique({
      where: { id },
      include: { customer: { select: { wireId: true } } },
    });
    if (event === null) return false;
    const line = eventRef(event, event.customer);
    const logo = (await wearsLogo(tx, event)) ? null : (logoOf(event)?.hash ?? null);
    await removeEventKeys(redis, line, { logo });
    // The version before notes nothing when it deletes.
    await retireEventId(tx, line, event, event.deletingAt ?? new Date());
    await tx.eventCheckpoint.deleteMany({ where: { eventId: id } });
    await tx.drainCursor.deleteMany({ where: { eventId: id } });
    await tx.outboxEntry.deleteMany({ where: { topic: "event", subjectId: id } });
    await tx.event.delete({ where: { id } });
    return true;
  });
}

/** True while another event has the same logo, as a copy does. */
async function wearsLogo(tx: Tx, { id, customerId, logo }: Event): Promise<boolean> {
  if (logo === null) return false;
  const others = await tx.event.count({
    where: { customerId, id: { not: id }, logo: { equals: new Uint8Array(logo) } },
  });
  return others > 0;
}
