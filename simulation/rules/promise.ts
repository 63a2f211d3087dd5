import { PROMISE_MS } from "@/lib/domain/line/promise";

/**
 * What was published: since when the outflow has been at least so large, the smallest first, the one
 * in force last.
 */
export type Promises = readonly { readonly sinceMs: number; readonly outflow: number }[];

/** The promises after an outflow came into force. */
export function notePromise(
  promises: Promises,
  { atMs, outflow }: { readonly atMs: number; readonly outflow: number },
): Promises {
  const smaller = promises.filter((one) => one.outflow < outflow);
  const sinceMs = promises[smaller.length]?.sinceMs ?? atMs;
  return [...smaller, { sinceMs, outflow }].filter((_, index, all) => {
    const next = all[index + 1];
    return next === undefined || atMs - next.sinceMs < PROMISE_MS;
  });
}

/**
 * The outflow by which the serving number may move: the smallest that was in force in the last
 * `PROMISE_MS`, since somebody may still sleep upon what was published then. A lower outflow counts at
 * once, a higher one when all are awake who had been told less. Slots follow at once either way.
 */
export function promisedOutflow(promises: Promises, otherwise: number): number {
  return promises[0]?.outflow ?? otherwise;
}
