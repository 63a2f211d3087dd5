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

/** So many are stored in one statement. */
const AT_ONCE = 50;

/** Drains the events, many at a time; one that fails does not hold up the others. */
export async function drainFiguresOf(
  events: readonly DrainedEvent[],
  { redis, log }: Pick<WorkerDependencies, "redis" | "log">,
): Promise<void> {
  const attempts = new Attempts();
  const drain = async (some: readonly DrainedEvent[]) => {
    const { dropped } = await drainFigures(redis, ...some);
    if (dropped === 0) return;
    log.error({ eventIds: some.map(({ id }) => id), dropped }, "Dropped figures of unknown runs.");
  };
  for (let from = 0; from < events.length; from += AT_ONCE) {
    const some = events.slice(from, from + AT_ONCE);
    // Which of them it is, each alone tells.
    await drain(some).catch(() => attempts.each(some, 1, (event) => drain([event])));
  }
  attempts.end((failed) => `The figures of ${failed} events were not drained.`);
}
