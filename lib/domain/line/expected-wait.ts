/** A wait as a range: half of all visitors in this place wait between `low` and `high`. */
export type WaitRange = { readonly low: number; readonly high: number };

const Z_QUARTILE = 0.6745;

/**
 * The wait of somebody with `ahead` visitors before them, in seconds, as the range from the 25th to
 * the 75th percentile. The pace is what was measured in the last minute, or the outflow while that
 * is not full of people. `ahead` admissions at a steady pace take a time whose spread grows with
 * its square root; ten per cent of the mean is added for a pace that changes. Null when nobody is
 * let in.
 */
export function expectedWaitSeconds(input: {
  readonly ahead: number;
  readonly outflowPerMinute: number;
  readonly admittedLastMinute: number;
  readonly saturated: boolean;
}): WaitRange | null {
  const perMinute =
    input.saturated && input.admittedLastMinute > 0
      ? Math.max(input.admittedLastMinute, input.outflowPerMinute * 0.25)
      : input.outflowPerMinute;
  if (perMinute <= 0) return null;
  const mean = ((input.ahead + 1) / perMinute) * 60;
  const spread = Z_QUARTILE * Math.sqrt(input.ahead + 1) * (60 / perMinute) + 0.1 * mean;
  return { low: Math.max(0, mean - spread), high: mean + spread };
}
