import { scheduleTransition } from "@/lib/jobs/jobs";
import { changeSchedules } from "@/lib/services/run/change-schedule";
import { endScheduledEvents } from "@/lib/services/run/end-scheduled";
import { startOccurrences } from "@/lib/services/run/start-occurrences";
import type { WorkerDependencies } from "../dependencies";

/**
 * Stops scheduled events whose end has passed, opens the next occurrence of those that have schedules,
 * and puts the schedules of always-on events into force.
 */
export async function processScheduleTransition(
  data: unknown,
  deps: WorkerDependencies,
): Promise<void> {
  scheduleTransition.schema.parse(data);
  const { ended } = await endScheduledEvents(deps.redis);
  const { started } = await startOccurrences();
  const { changed } = await changeSchedules();
  if (ended + started + changed > 0) {
    deps.log.info({ ended, started, changed }, "Events went on as scheduled.");
  }
}
