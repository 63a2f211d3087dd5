import { db } from "@/lib/db/client";
import { minuteOf } from "@/lib/domain/figures/figures";
import { forgetMinutes, readMinutes } from "@/lib/line/commands/minutes";
import type { Redis } from "@/lib/line/redis-client";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import type { DrainedEvent } from "./drained-event";
import { readRunIds } from "./run-ids";
import { storeFigures } from "./store";

/** By the ids of events: what a process has stored of each last. */
export type StoredMinutes = Map<string, string>;
/** Events that are remembered; all are forgotten at once. */
const REMEMBERED = 20_000;

export type FiguresDrained = {
  /** Figures of runs that Postgres does not know; they cannot be stored. */
  readonly dropped: number;
  /** The ids of the events whose these are. */
  readonly droppedOf: readonly string[];
};

/**
 * Stores what the lines of these events have counted by minute, in one statement for all, and then lets them forget the
 * minutes that are over. A count is stored as what it is, not added, and only grows: a crash between storing and
 * forgetting, two workers at once and a Redis that comes back as it was before change nothing. An event of which the same
 * was `stored` in this minute is left out: between two arrivals nothing changes.
 */
export async function drainFigures(
  redis: Redis,
  events: readonly DrainedEvent[],
  stored: StoredMinutes = new Map(),
): Promise<FiguresDrained> {
  const lines = await Promise.all(
    events.map(async (event) => {
      const ref = eventRef(event, event.customer);
      const held = await readMinutes(redis, ref);
      // In the next minute what is there may be forgotten.
      const text = JSON.stringify([minuteOf(Date.now()), held.fields]);
      return { event, ref, held, text };
    }),
  );
  const counted = lines.filter(
    ({ event, held, text }) => held.fields.length > 0 && stored.get(event.id) !== text,
  );
  if (counted.length === 0) return { dropped: 0, droppedOf: [] };
  const runIds = await readRunIds(
    db(),
    counted.map(({ event, held }) => ({ eventId: event.id, counted: held.figures })),
  );
  const all = counted.flatMap(({ event, held }) =>
    held.figures.map((figure) => ({
      ...{ figure, eventId: event.id },
      runId: runIds.get(`${event.id} ${figure.runId}`),
    })),
  );
  const known = all.flatMap(({ runId, figure }) =>
    runId === undefined ? [] : [{ ...figure, runId }],
  );
  await storeFigures(db(), known, "highest");
  await Promise.all(counted.map(({ ref, held }) => forgetMinutes(redis, ref, held)));
  if (stored.size + counted.length > REMEMBERED) stored.clear();
  for (const { event, text } of counted) stored.set(event.id, text);
  const lacking = all.filter(({ runId }) => runId === undefined);
  return { dropped: lacking.length, droppedOf: [...new Set(lacking.map((one) => one.eventId))] };
}
