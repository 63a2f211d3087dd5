import { type Undrained, withUndrained } from "@/lib/line/commands/undrained";
import { Attempts } from "@/lib/services/ground/attempts";
import { type DrainScope, listEventsToDrain } from "@/lib/services/operation/admission/drain";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import type { WorkerDependencies } from "./dependencies";

/** Events at rest: what a room that has forgotten them left behind waits for so long. */
const IDLE_MS = 30_000;

type Deps = Pick<WorkerDependencies, "openEvents" | "redis">;

/** The events that a drain looks at in a round: those of open ones that are due, and those that ended lately. */
export async function scopeOfDrain(
  { openEvents }: Pick<Deps, "openEvents">,
  everyMs: number,
): Promise<DrainScope> {
  const due = await openEvents.due({ everyMs, idleMs: IDLE_MS });
  return { openIds: due.map(({ id }) => id) };
}

/** The same without the open ones that have nothing of a kind. */
export async function eventsToDrain(
  { openEvents, redis }: Deps,
  kind: Undrained,
  everyMs: number,
): Promise<readonly DrainedEvent[]> {
  const due = await openEvents.due({ everyMs, idleMs: IDLE_MS });
  const left = await withUndrained(redis, due, kind, (event) => event);
  return listEventsToDrain({ openIds: left.map(({ id }) => id) });
}

/** So many are stored at once. */
const AT_ONCE = 50;

/** Drains events, many at a time; one that fails does not hold up the others. `what` is drained stands in the error. */
export async function drainTogether(
  events: readonly DrainedEvent[],
  what: string,
  drain: (some: readonly DrainedEvent[]) => Promise<void>,
): Promise<void> {
  const attempts = new Attempts();
  for (let from = 0; from < events.length; from += AT_ONCE) {
    const some = events.slice(from, from + AT_ONCE);
    // Which of them it is, each alone tells.
    await drain(some).catch(() => attempts.each(some, 1, (event) => drain([event])));
  }
  attempts.end((failed) => `The ${what} of ${failed} events were not drained.`);
}
