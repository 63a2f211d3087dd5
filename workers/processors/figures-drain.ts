import { drainFigures } from "@/lib/services/operation/figures/drain";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import type { WorkerDependencies } from "../dependencies";
import { drainTogether, eventsToDrain } from "../drain-round";

export const FIGURES_EVERY_MS = 5_000;

/** Moves what open and just closed events have counted by minute to Postgres. */
export async function processFiguresDrain(deps: WorkerDependencies): Promise<void> {
  await drainFiguresOf(await eventsToDrain(deps, "minutes"), deps);
}

/** Drains the events; one that fails does not hold up the others. */
export function drainFiguresOf(
  events: readonly DrainedEvent[],
  { redis, log }: Pick<WorkerDependencies, "redis" | "log">,
): Promise<void> {
  return drainTogether(events, "figures", async (some) => {
    const { dropped } = await drainFigures(redis, ...some);
    if (dropped === 0) return;
    log.error({ eventIds: some.map(({ id }) => id), dropped }, "Dropped figures of unknown runs.");
  });
}
