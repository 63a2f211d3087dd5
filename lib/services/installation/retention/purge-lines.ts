import { withAdvisoryLock } from "@/lib/db/advisory-lock";
import { db } from "@/lib/db/client";
import type { RetentionPeriods } from "@/lib/domain/retention/periods";
import { forgetEndedVisits, forgetOldRights } from "@/lib/line/commands/forget-ended";
import { endPublishedDraws } from "@/lib/line/commands/run-draw";
import type { Redis } from "@/lib/line/redis-client";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { countEach } from "@/lib/services/ground/count-each";

/** Every visit is over so long after the run: a session lasts for a day at the most. */
const VISITS_OVER_MS = 2 * 24 * 3_600_000;

/**
 * Removes from Redis what is kept about visitors for longer than it may be: of events that ended two days ago
 * all of it, of the others the places by token or code that are as old as admissions may be. What is published of draws
 * ends, too. What fails for one
 * event does not hold up the rest; the failures are thrown together at the end.
 */
export async function purgeLines(
  redis: Redis,
  { admissionsMs }: RetentionPeriods,
  nowMs = Date.now(),
): Promise<{ readonly events: number }> {
  const started = await db().event.findMany({
    where: { currentRun: { gt: 0 } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  const events = await countEach(started, ({ id }) =>
    purgeLine(redis, id, { admissionsMs, nowMs }),
  );
  return { events };
}

/** With the event's lock, so that no run begins meanwhile. */
async function purgeLine(
  redis: Redis,
  eventId: string,
  { admissionsMs, nowMs }: { readonly admissionsMs: number; readonly nowMs: number },
): Promise<boolean> {
  return withAdvisoryLock(`line:${eventId}`, async (tx) => {
    const event = await tx.event.findUnique({
      where: { id: eventId },
      include: {
        customer: { select: { wireId: true } },
        runs: { orderBy: { number: "desc" }, include: { draw: { select: { runId: true } } } },
      },
    });
    if (event === null) return false;
    const line = eventRef(event, event.customer);
    const endedAtMs = event.runs[0]?.endedAt?.getTime() ?? Number.POSITIVE_INFINITY;
    const isOver = event.status !== "open" && endedAtMs < nowMs - VISITS_OVER_MS;
    const forgotten = isOver
      ? await forgetEndedVisits(redis, line, nowMs - VISITS_OVER_MS)
      : await forgetOldRights(redis, line, nowMs - admissionsMs);
    const drawn = event.runs.filter(({ draw }) => draw !== null).map(({ number }) => number);
    const ended = await endPublishedDraws(redis, line, drawn);
    return forgotten + ended > 0;
  });
}
