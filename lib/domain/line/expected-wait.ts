import type { Pace } from "./pace";

/** A wait as a range in seconds: about half of all visitors in this place wait so long. */
export type WaitRange = { readonly low: number; readonly high: number };

/**
 * By how much a measured pace strays: two thirds of a standard deviation hold half of all cases, and
 * slow minutes come in a row, which makes it nearly four times what independent ones would give.
 * Found, like the other shares here, by `npm run simulate -- --scenario estimate`.
 */
const WIDENING = 2.5;
const LEAST_SPREAD = 0.02;
/** Before a pace is known, as shares of the wait: some of those ahead are gone. */
const SHORTER = 0.12;
const LONGER = 0.03;

/**
 * The wait of somebody with `ahead` visitors before them; null while nobody is let in. With a
 * measured `pace` the range is as wide as that pace has been unsteady, the more so the shorter it was
 * watched and the sooner it is over. Without one it is the way ahead at the outflow.
 */
export function expectedWaitSeconds(input: {
  readonly ahead: number;
  readonly outflowPerMinute: number;
  readonly pace: Pace | null;
}): WaitRange | null {
  const { ahead, outflowPerMinute, pace } = input;
  if (outflowPerMinute <= 0) return null;
  if (pace === null) {
    const seconds = ((ahead + 1) / outflowPerMinute) * 60;
    return { low: seconds * (1 - SHORTER), high: seconds * (1 + LONGER) };
  }
  const seconds = (ahead + 1) / pace.perSecond;
  const error = Math.sqrt(pace.variance * (1 / seconds + 1 / pace.seconds));
  const spread = WIDENING * error + LEAST_SPREAD;
  return { low: seconds * Math.max(0, 1 - spread), high: seconds * (1 + spread) };
}
