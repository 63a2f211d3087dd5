import { scheduleTransition } from "@/lib/jobs/jobs";
import { endScheduledEvents } from "@/lib/services/run/end-scheduled";
import type { WorkerDependencies } from "../dependencies";

/** Stops scheduled events whose end has passed. */
export async function processScheduleTransition(
  data: unknown,
  deps: WorkerDependencies,
): Promise<void> {
  scheduleTransition.schema.parse(data);
  const { ended } = await endScheduledEvents(deps.redis);
  if (ended > 0) deps.log.info({ ended }, "Ended scheduled events.");
}
