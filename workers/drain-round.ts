import { type Undrained, withUndrained } from "@/lib/line/commands/undrained";
import type { Redis } from "@/lib/line/redis-client";
import { Attempts } from "@/lib/services/ground/attempts";
import {
  type DrainScope,
  type EventLine,
  listEventsToDrain,
} from "@/lib/services/operation/admission/drain";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import type { WorkerDependencies } from "./dependencies";

type Deps = Pick<WorkerDependencies, "openEvents" | "redis">;

/** The events that a drain looks at in a round: open ones in use, and those that ended lately. Reconciliation drains the others. */
export async function scopeOfDrain({ openEvents }: Pick<Deps, "openEvents">): Promise<DrainScope> {
  return { openIds: (await openEvents.inUse()).map(({ id }) => id) };
}

/** The same without the open ones that have nothing of a kind. */
export async function eventsToDrain(
  { openEvents, redis }: Deps,
  kind: Undrained,
): Promise<readonly DrainedEvent[]> {
  return withSomething(redis, await openEvents.inUse(), kind);
}

/** A statement takes no more parameters than so many, with room to spare; the rest comes with the next round. */
const LISTED_MAX = 10_000;

/** Those of these lines that have something of a kind, as events, and those that ended lately. */
export async function withSomething(
  redis: Redis,
  lines: readonly EventLine[],
  kind: Undrained,
): Promise<readonly DrainedEvent[]> {
  const left = await withUndrained(redis, lines, kind);
  return listEventsToDrain({ openIds: left.slice(0, LISTED_MAX).map(({ id }) => id) });
}

/** So many are stored at once. */
const AT_ONCE = 50;

/** Drains events, many at a time; one that fails does not hold up the others. `what` names in the error what is drained. */
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
