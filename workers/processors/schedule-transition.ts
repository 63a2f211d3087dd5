import { changeSchedules } from "@/lib/services/event/schedule/change-schedule";
import { endScheduledEvents } from "@/lib/services/event/schedule/end-scheduled";
import { startOccurrences } from "@/lib/services/event/schedule/start-occurrences";
import { Attempts } from "@/lib/services/ground/attempts";
import type { WorkerDependencies } from "../dependencies";

/**
 * Stops scheduled events whose end has passed, opens the next occurrence of those that have schedules,
 * and puts the schedules of always-on events into force.
 */
export async function processScheduleTransition(deps: WorkerDependencies): Promise<void> {
  const attempts = new Attempts();
  const ends = await attempts.try(() => endScheduledEvents(deps.redis));
  const starts = await attempts.try(startOccurrences);
  const changes = await attempts.try(changeSchedules);
  const done = { ...ends, ...starts, ...changes };
  if (Object.values(done).some((count) => count > 0)) {
    deps.log.info(done, "Events went on as scheduled.");
  }
  attempts.end(() => "Not all schedules were followed.");
}
