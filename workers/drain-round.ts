import { type DrainScope, listEventsToDrain } from "@/lib/services/operation/admission/drain";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import type { WorkerDependencies } from "./dependencies";

/** Events at rest: what a room that has forgotten them left behind waits for so long. */
const IDLE_MS = 30_000;

/** The events that a drain looks at in a round: those of open ones that are due, and those that ended lately. */
export async function scopeOfDrain(
  { openEvents }: Pick<WorkerDependencies, "openEvents">,
  everyMs: number,
): Promise<DrainScope> {
  const due = await openEvents.due({ everyMs, idleMs: IDLE_MS });
  return { openIds: due.map(({ id }) => id) };
}

export async function eventsToDrain(
  deps: Pick<WorkerDependencies, "openEvents">,
  everyMs: number,
): Promise<readonly DrainedEvent[]> {
  return listEventsToDrain(await scopeOfDrain(deps, everyMs));
}
