import { PROMISE_MS } from "@/lib/domain/line/promise";

/**
 * What was published: since when it has been at least so large, the smallest first, what is
 * published now last.
 */
export type Promises = readonly { readonly sinceMs: number; readonly published: number }[];

/** The promises after something was published that is kept for so long. */
export function notePromise(
  promises: Promises,
  { atMs, published }: { readonly atMs: number; readonly published: number },
  keptMs: number = PROMISE_MS,
): Promises {
  const smaller = promises.filter((one) => one.published < published);
  const sinceMs = promises[smaller.length]?.sinceMs ?? atMs;
  return [...smaller, { sinceMs, published }].filter((_, index, all) => {
    const next = all[index + 1];
    return next === undefined || atMs - next.sinceMs < keptMs;
  });
}

/**
 * What the serving number may move by: the smallest that was published in the time for which it is kept, since
 * somebody may still sleep upon that. A lower one counts at once, a higher one when all are awake who had been
 * told less. Slots follow at once either way.
 */
export function promised(promises: Promises, otherwise: number): number {
  return promises[0]?.published ?? otherwise;
}
