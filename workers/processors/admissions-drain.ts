import { Attempts } from "@/lib/services/ground/attempts";
import { drainAdmissions } from "@/lib/services/operation/admission/drain";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import type { WorkerDependencies } from "../dependencies";
import { eventsToDrain, scopeOfDrain } from "../drain-round";
import { storeAllCodeUses } from "./code-uses";

export const ADMISSIONS_EVERY_MS = 2_000;

/** Moves admissions of open and just closed events to Postgres, and copies the uses of their access codes. */
export async function processAdmissionsDrain(deps: WorkerDependencies): Promise<void> {
  const results = await Promise.allSettled([
    eventsToDrain(deps, "admissions", ADMISSIONS_EVERY_MS).then((events) =>
      drainEvents(events, deps),
    ),
    scopeOfDrain(deps, ADMISSIONS_EVERY_MS).then((scope) => storeAllCodeUses(scope, deps)),
  ]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** Drains each event; one that fails does not hold up the others. */
export async function drainEvents(
  events: readonly DrainedEvent[],
  deps: WorkerDependencies,
): Promise<void> {
  const attempts = new Attempts();
  for (const event of events) {
    const drained = await attempts.try(() => drainAdmissions(deps.redis, event));
    const dropped = drained?.dropped ?? 0;
    if (dropped > 0) {
      deps.log.error({ eventId: event.id, dropped }, "Dropped admissions of unknown runs.");
    }
  }
  attempts.end((failed) => `${failed} events were not drained.`);
}
