import { changeSchedules } from "@/lib/services/event/schedule/change-schedule";
import { endScheduledEvents } from "@/lib/services/event/schedule/end-scheduled";
import { startOccurrences } from "@/lib/services/event/schedule/start-occurrences";
import type { WorkerDependencies } from "../dependencies";

/**
 * Stops scheduled events whose end has passed, opens the next occurrence of those that have schedules,
 * and puts the schedules of always-on events into force.
 */
export async function processScheduleTransition(deps: WorkerDependencies): Promise<void> {
  const ends = await settle(endScheduledEvents(deps.redis));
  const starts = await settle(startOccurrences());
  const changes = await settle(changeSchedules());
  const done = { ...ends.value, ...starts.value, ...changes.value };
  if (Object.values(done).some((count) => count > 0)) {
    deps.log.info(done, "Events went on as scheduled.");
  }
  const failures = [ends, starts, changes].flatMap(({ failure }) => failure ?? []);
  if (failures.length > 0) throw new AggregateError(failures, "Not all schedules were followed.");
}

/** What fails in one step holds up no other. */
async function settle<Value>(
  step: Promise<Value>,
): Promise<{ readonly value?: Value; readonly failure?: unknown }> {
  try {
    return { value: await step };
  } catch (failure) {
    return { failure };
  }
}
