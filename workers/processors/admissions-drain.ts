import { drainAdmissions } from "@/lib/services/operation/admission/drain";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import type { WorkerDependencies } from "../dependencies";
import { drainTogether, eventsToDrain, scopeOfDrain } from "../drain-round";
import { storeAllCodeUses } from "./code-uses";

export const ADMISSIONS_EVERY_MS = 2_000;

/** Moves admissions of open and just closed events to Postgres, and copies the uses of their access codes. */
export async function processAdmissionsDrain(deps: WorkerDependencies): Promise<void> {
  const results = await Promise.allSettled([
    eventsToDrain(deps, "admissions").then((events) => drainEvents(events, deps)),
    scopeOfDrain(deps).then((scope) => storeAllCodeUses(scope, deps)),
  ]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** Drains the events; one that fails does not hold up the others. */
export function drainEvents(
  events: readonly DrainedEvent[],
  { redis, log }: Pick<WorkerDependencies, "redis" | "log">,
): Promise<void> {
  return drainTogether(events, "admissions", async (some) => {
    const { dropped, droppedOf } = await drainAdmissions(redis, ...some);
    if (dropped === 0) return;
    log.error({ eventIds: droppedOf, dropped }, "Dropped admissions of unknown runs.");
  });
}
