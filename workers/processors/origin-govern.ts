import type { WorkerDependencies } from "../dependencies";
import { governEvent } from "../govern-event";

/**
 * A round of the governor for every open event. The sites are probed at the same time, so that a slow one
 * holds up no other. If a round fails, the outflow of its event stays as it was.
 */
export async function processOriginGovern(deps: WorkerDependencies): Promise<void> {
  const events = await deps.openEvents.get();
  const results = await Promise.allSettled(events.map((event) => governEvent(deps, event)));
  const failures = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason] : [],
  );
  if (failures.length === 0) return;
  throw new AggregateError(failures, `${failures.length} of ${events.length} were not governed.`);
}
