import { db } from "@/lib/db/client";
import { forgetMinutes, readMinutes } from "@/lib/line/commands/minutes";
import type { Redis } from "@/lib/line/redis-client";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import type { DrainedEvent } from "./drained-event";
import { readRunIds } from "./run-ids";
import { storeFigures } from "./store";

export type FiguresDrained = {
  /** Figures of runs that Postgres does not know; they cannot be stored. */
  readonly dropped: number;
};

/**
 * Stores what the lines of these events have counted by minute, in one statement for all, and then lets them forget the
 * minutes that are over. A count is stored as what it is, not added, and only grows: a crash between storing and
 * forgetting, two workers at once and a Redis that comes back as it was before change nothing.
 */
export async function drainFigures(
  redis: Redis,
  ...events: readonly DrainedEvent[]
): Promise<FiguresDrained> {
  const lines = await Promise.all(
    events.map(async (event) => {
      const ref = eventRef(event, event.customer);
      return { event, ref, held: await readMinutes(redis, ref) };
    }),
  );
  const counted = lines.filter(({ held }) => held.fields.length > 0);
  if (counted.length === 0) return { dropped: 0 };
  const runIds = await readRunIds(
    db(),
    counted.map(({ event, held }) => ({ eventId: event.id, counted: held.figures })),
  );
  const all = counted.flatMap(({ event, held }) =>
    held.figures.map((figure) => ({ ...figure, runId: runIds.get(`${event.id} ${figure.runId}`) })),
  );
  const known = all.flatMap(({ runId, ...of }) => (runId === undefined ? [] : [{ ...of, runId }]));
  await storeFigures(db(), known, "highest");
  await Promise.all(counted.map(({ ref, held }) => forgetMinutes(redis, ref, held)));
  return { dropped: all.length - known.length };
}
