import { PACE, type Pace } from "./pace";

/** A wait as a range: half of all visitors in this place wait between `low` and `high`. */
export type WaitRange = { readonly low: number; readonly high: number };

const Z_QUARTILE = 0.6745;
/**
 * How much further the pace of minutes strays than that of independent steps would: a slow half minute
 * is followed by another. From `npm run simulate -- --scenario estimate`.
 */
const PERSISTENCE = 2.5;
/** Share of the mean by which a range is wider on each side for what no pace foretells. */
const LEAST_SPREAD = 0.03;

/**
 * The wait of somebody with `ahead` visitors before them, in seconds, as the range from the 25th to
 * the 75th percentile; null when nobody is let in. With a measured `pace` the range follows how
 * steady it has been: the mean of n future steps and the mean of m measured ones differ by
 * `spread · √(1/n + 1/m)`. Without one the pace is what was measured in the last minute, or the
 * outflow while that is not full of people, and ten per cent stand for a pace that changes. In both
 * the count of admissions itself strays by its square root.
 */
export function expectedWaitSeconds(input: {
  readonly ahead: number;
  readonly outflowPerMinute: number;
  readonly admittedLastMinute: number;
  readonly saturated: boolean;
  readonly pace?: Pace | null;
}): WaitRange | null {
  if (input.outflowPerMinute <= 0) return null;
  return input.pace ? byPace(input.ahead, input.pace) : byOutflow(input);
}

function byPace(ahead: number, pace: Pace): WaitRange {
  const mean = ((ahead + 1) / pace.perMinute) * 60;
  const steps = Math.max(1, (mean * 1_000) / PACE.stepMs);
  const strays = PERSISTENCE * pace.spread * Math.sqrt(1 / steps + 1 / pace.steps);
  const spread = Z_QUARTILE * Math.hypot(strays, 1 / Math.sqrt(ahead + 1)) + LEAST_SPREAD;
  return { low: mean * Math.max(0, 1 - spread), high: mean * (1 + spread) };
}

function byOutflow(input: {
  readonly ahead: number;
  readonly outflowPerMinute: number;
  readonly admittedLastMinute: number;
  readonly saturated: boolean;
}): WaitRange {
  const perMinute =
    input.saturated && input.admittedLastMinute > 0
      ? Math.max(input.admittedLastMinute, input.outflowPerMinute * 0.25)
      : input.outflowPerMinute;
  const mean = ((input.ahead + 1) / perMinute) * 60;
  const spread = Z_QUARTILE * Math.sqrt(input.ahead + 1) * (60 / perMinute) + 0.1 * mean;
  return { low: Math.max(0, mean - spread), high: mean + spread };
}
