/** What percentage admission answers: in, or held until a moment of line time in milliseconds. */
export type Throw =
  | { readonly type: "admitted" }
  | { readonly type: "held"; readonly untilMs: number };

/**
 * Percentage admission: each visitor throws once in each of their own intervals of `holdSeconds`
 * and is in when the throw is below `share`. The throw follows from who they are and which interval
 * it is, so repeating it, with or without the waiting cookie, gives the same answer; the waiting
 * cookie lasts until `untilMs`, when the next throw is due. Intervals of different visitors begin
 * at different moments. `draw` maps a text to [0, 1) evenly and cannot be foreseen by visitors (a
 * keyed hash). While `share` moves (see `shareNearCeiling`) it must be fixed for each interval, else
 * repeating finds its largest value.
 */
export function throwPercentage(input: {
  readonly identity: string;
  readonly lineTimeMs: number;
  readonly holdSeconds: number;
  readonly share: number;
  readonly draw: (text: string) => number;
}): Throw {
  const holdMs = input.holdSeconds * 1_000;
  const offsetMs = Math.floor(input.draw(`offset\n${input.identity}`) * holdMs);
  const interval = Math.floor((input.lineTimeMs + offsetMs) / holdMs);
  if (input.draw(`throw ${interval}\n${input.identity}`) < input.share) return { type: "admitted" };
  return { type: "held", untilMs: (interval + 1) * holdMs - offsetMs };
}

/**
 * The share let in near a ceiling, from 0 to 1: `1 / (1 + e^(k·(occupancy − m)))`, SeatGeek's soft
 * leaky bucket. `occupancy` and `midpoint` are in the same unit (people, or a share of the ceiling);
 * at the midpoint half is let in, and `steepness` is per that unit.
 */
export function shareNearCeiling(input: {
  readonly occupancy: number;
  readonly midpoint: number;
  readonly steepness: number;
}): number {
  return 1 / (1 + Math.exp(input.steepness * (input.occupancy - input.midpoint)));
}
