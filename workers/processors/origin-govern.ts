import { Attempts } from "@/lib/services/ground/attempts";
import type { WorkerDependencies } from "../dependencies";
import { governEvent } from "../govern-event";

/**
 * A round of the governor for every open event. The sites are probed at the same time, so that a slow one
 * holds up no other. If a round fails, the outflow of its event stays as it was.
 */
export async function processOriginGovern(deps: WorkerDependencies): Promise<void> {
  const events = await deps.openEvents.get();
  const attempts = new Attempts();
  await Promise.all(events.map((event) => attempts.try(() => governEvent(deps, event))));
  attempts.end((failed) => `${failed} of ${events.length} were not governed.`);
}
