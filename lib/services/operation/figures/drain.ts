import { db } from "@/lib/db/client";
import { forgetMinutes, readMinutes } from "@/lib/line/commands/minutes";
import type { Redis } from "@/lib/line/redis-client";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import type { DrainedEvent } from "./drained-event";
import { storeFigures } from "./store";

export type FiguresDrained = {
  /** Figures of runs that Postgres does not know; they cannot be stored. */
  readonly dropped: number;
};

/**
 * Stores what the line of an event has counted by minute, and then lets it forget the minutes that are over. A count is
 * stored as what it is, not added, and only grows: a crash between storing and forgetting, two workers at once
 * and a Redis that comes back as it was before change nothing.
 */
export async function drainFigures(redis: Redis, event: DrainedEvent): Promise<FiguresDrained> {
  const ref = eventRef(event, event.customer);
  const held = await readMinutes(redis, ref);
  if (held.fields.length === 0) return { dropped: 0 };
  const runs = await db().run.findMany({
    where: {
      eventId: event.id,
      number: { in: [...new Set(held.figures.map((one) => one.runId))] },
    },
    select: { id: true, number: true },
  });
  const runIds = new Map(runs.map(({ id, number }) => [number, id]));
  const figures = held.figures.flatMap((figure) => {
    const runId = runIds.get(figure.runId);
    return runId === undefined ? [] : [{ ...figure, runId }];
  });
  await storeFigures(db(), figures, "highest");
  await forgetMinutes(redis, ref, held);
  return { dropped: held.figures.length - figures.length };
}
