/**
 * A wait in random order: minutes until a visitor is in with a chance of 25, 50 and 75 %, as Cloudflare tells it, and
 * `low` and `high`, between which eight of ten get in.
 */
export type RandomWait =
  | { readonly type: "unknown" }
  | { readonly type: "under-a-minute" }
  | {
      readonly type: "minutes";
      readonly low: number;
      readonly p25: number;
      readonly p50: number;
      readonly p75: number;
      readonly high: number;
    };

/** Nobody draws in the first moments. */
const LOW = 0.12;
const HIGH = 0.88;

/**
 * The wait of anybody in random order. With a chance per minute `P = admitted per minute ÷ waiting`
 * the chance to be in after n minutes is `p = 1 − (1 − P)^n`, hence `n = ln(1 − p) / ln(1 − P)`
 * (Cloudflare's formula; P = 0.1 and p = 0.5 give 6.58). Unknown while nobody is let in.
 */
export function expectedWaitRandom(input: {
  readonly admittedPerMinute: number;
  readonly waiting: number;
}): RandomWait {
  const { admittedPerMinute, waiting } = input;
  if (admittedPerMinute <= 0) return { type: "unknown" };
  if (admittedPerMinute >= waiting) return { type: "under-a-minute" };
  const perMinute = Math.log1p(-admittedPerMinute / waiting);
  const minutes = (chance: number) => Math.log1p(-chance) / perMinute;
  const [low, high] = [minutes(LOW), minutes(HIGH)];
  return { type: "minutes", low, p25: minutes(0.25), p50: minutes(0.5), p75: minutes(0.75), high };
}
