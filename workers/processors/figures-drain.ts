import { drainFigures, type StoredMinutes } from "@/lib/services/operation/figures/drain";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import type { WorkerDependencies } from "../dependencies";
import { drainTogether, eventsToDrain } from "../drain-round";

export const FIGURES_EVERY_MS = 5_000;

/** Moves what open and just closed events have counted by minute to Postgres. */
export async function processFiguresDrain(deps: WorkerDependencies): Promise<void> {
  await drainFiguresOf(await eventsToDrain(deps, "minutes"), deps, stored);
}

/** What this process has stored; reconciliation stores all of it anew. */
const stored: StoredMinutes = new Map();

/** Drains the events; one that fails does not hold up the others. */
export function drainFiguresOf(
  events: readonly DrainedEvent[],
  { redis, log }: Pick<WorkerDependencies, "redis" | "log">,
  known: StoredMinutes = new Map(),
): Promise<void> {
  return drainTogether(events, "figures", async (some) => {
    const { dropped, droppedOf } = await drainFigures(redis, some, known);
    if (dropped === 0) return;
    log.error({ eventIds: droppedOf, dropped }, "Dropped figures of unknown runs.");
  });
}
