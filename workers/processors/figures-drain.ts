import { Attempts } from "@/lib/services/ground/attempts";
import { drainFigures } from "@/lib/services/operation/figures/drain";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import type { WorkerDependencies } from "../dependencies";
import { eventsToDrain } from "../drain-round";

export const FIGURES_EVERY_MS = 5_000;

/** Moves what open and just closed events have counted by minute to Postgres. */
export async function processFiguresDrain(deps: WorkerDependencies): Promise<void> {
  await drainFiguresOf(await eventsToDrain(deps, "minutes", FIGURES_EVERY_MS), deps);
}

/** Drains each event; one that fails does not hold up the others. */
export async function drainFiguresOf(
  events: readonly DrainedEvent[],
  { redis, log }: Pick<WorkerDependencies, "redis" | "log">,
): Promise<void> {
  const attempts = new Attempts();
  for (const event of events) {
    const { dropped } = (await attempts.try(() => drainFigures(redis, event))) ?? { dropped: 0 };
    if (dropped > 0) log.error({ eventId: event.id, dropped }, "Dropped figures of unknown runs.");
  }
  attempts.end((failed) => `The figures of ${failed} events were not drained.`);
}
