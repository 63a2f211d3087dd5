import { listEventsWithCodes, storeCodeUses } from "@/lib/services/access-code/store-uses";
import {
  type DrainedEvent,
  drainAdmissions,
  listEventsToDrain,
} from "@/lib/services/admission/drain";
import type { WorkerDependencies } from "../dependencies";

/** Moves admissions of open and just closed events to Postgres, and copies the uses of their access codes. */
export async function processAdmissionsDrain(deps: WorkerDependencies): Promise<void> {
  await drainAll("recent", deps);
}

/** Drains each event; one that fails does not hold up the others. */
export async function drainAll(scope: "recent" | "all", deps: WorkerDependencies): Promise<void> {
  const failures: unknown[] = [];
  const events: readonly DrainedEvent[] = await listEventsToDrain(scope);
  for (const event of events) {
    try {
      const { dropped } = await drainAdmissions(deps.redis, event);
      if (dropped > 0) {
        deps.log.error({ eventId: event.id, dropped }, "Dropped admissions of unknown runs.");
      }
    } catch (error) {
      failures.push(error);
    }
  }
  for (const event of await listEventsWithCodes(scope)) {
    await storeCodeUses(deps.redis, event).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} events were not drained.`);
  }
}
