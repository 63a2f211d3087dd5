import { withGovernor } from "@/lib/line/commands/governor-state";
import { Attempts } from "@/lib/services/ground/attempts";
import type { WorkerDependencies } from "../dependencies";
import { governEvent } from "../govern-event";

/** Events that are asked in one go whether a governor that they have no more has left anything behind. */
const AT_ONCE = 500;

/**
 * A round of the governor for every open event that has one, or had. The sites are probed at the same time, so that a slow one
 * holds up no other. If a round fails, the outflow of its event stays as it was.
 */
export async function processOriginGovern(deps: WorkerDependencies): Promise<void> {
  const events = await governedEvents(deps);
  const attempts = new Attempts();
  await Promise.all(events.map((event) => attempts.try(() => governEvent(deps, event))));
  attempts.end((failed) => `${failed} of ${events.length} were not governed.`);
}

async function governedEvents({ openEvents, redis }: WorkerDependencies) {
  const events = await openEvents.get();
  const governed = events.filter(({ governor }) => governor !== null);
  const others = events.filter(({ governor }) => governor === null);
  for (let from = 0; from < others.length; from += AT_ONCE)
    governed.push(...(await withGovernor(redis, others.slice(from, from + AT_ONCE))));
  return governed;
}
