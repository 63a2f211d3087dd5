import { type FairnessInputs, MINUTE_MS, type OutflowMoment } from "./figures";

/** An outflow that somebody set, by the clock of the database: the line follows a moment later. */
type OutflowChange = {
  readonly atMs: number;
  readonly from: number;
  readonly to: number;
};

/** So long after a change the line may still go by the outflow before. */
const FOLLOWED_MS = 5_000;

/**
 * The most that may have been in force from each of these moments on, rising, from what was sampled at the ends of minutes
 * and what was set in between. Where a sample is neither the one before nor what was set last, something else has changed
 * the outflow, and from the sample before to this one the most of all counts. Empty without a sample.
 */
export function outflowInForce(
  samples: FairnessInputs["outflow"],
  changes: readonly OutflowChange[],
): readonly OutflowMoment[] {
  const [first] = samples;
  if (first === undefined) return [];
  const early = changes.find(({ atMs }) => atMs < (first[0] + 1) * MINUTE_MS);
  let inForce = early?.from ?? first[1];
  let fromMs = 0;
  const moments: OutflowMoment[] = [];
  // A change that has not been followed yet is overtaken by the next.
  const add = (atMs: number, perMinute: number) => {
    while ((moments.at(-1)?.[0] ?? -1) >= atMs) moments.pop();
    moments.push([atMs, perMinute]);
  };
  const follow = (set: readonly OutflowChange[]) => {
    for (const { atMs, to } of set) {
      add(to > inForce ? atMs : atMs + FOLLOWED_MS, to);
      inForce = to;
    }
  };
  add(fromMs, inForce);
  for (const [minute, sampled] of samples) {
    const untilMs = (minute + 1) * MINUTE_MS;
    const set = changes.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs);
    const last = set.at(-1);
    // What was set just before the sample may have come into force behind it.
    const isSettled = last === undefined || last.atMs <= untilMs - FOLLOWED_MS;
    if (!isSettled || sampled === (last?.to ?? inForce)) follow(set);
    else {
      add(fromMs, Math.max(inForce, sampled, ...set.map(({ to }) => to)));
      add(untilMs, sampled);
      inForce = sampled;
    }
    fromMs = untilMs;
  }
  follow(changes.filter(({ atMs }) => atMs >= fromMs));
  return moments.filter(([, perMinute], index) => perMinute !== moments[index - 1]?.[1]);
}
