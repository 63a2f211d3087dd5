/** A wait in random order: minutes until a visitor is in with a chance of 25, 50 and 75 %, as Cloudflare tells it. */
export type RandomWait =
  | { readonly type: "unknown" }
  | { readonly type: "under-a-minute" }
  | {
      readonly type: "minutes";
      readonly p25: number;
      readonly p50: number;
      readonly p75: number;
    };

type Rates = { readonly admittedPerMinute: number; readonly waiting: number };

/** The wait of anybody in random order. Unknown while nobody is let in. */
export function expectedWaitRandom(rates: Rates): RandomWait {
  const { admittedPerMinute, waiting } = rates;
  if (admittedPerMinute <= 0) return { type: "unknown" };
  if (admittedPerMinute >= waiting) return { type: "under-a-minute" };
  const [p25, p50, p75] = [
    minutesUntil(0.25, rates),
    minutesUntil(0.5, rates),
    minutesUntil(0.75, rates),
  ];
  return { type: "minutes", p25, p50, p75 };
}

/**
 * Minutes until somebody who waits in random order is in with this chance, while more wait than are admitted per minute.
 * With a chance per minute `P = admitted per minute ÷ waiting` the chance to be in after n minutes is
 * `p = 1 − (1 − P)^n`, hence `n = ln(1 − p) / ln(1 − P)` (Cloudflare's formula; P = 0.1 and p = 0.5 give 6.58).
 */
export function minutesUntil(chance: number, { admittedPerMinute, waiting }: Rates): number {
  return Math.log1p(-chance) / Math.log1p(-admittedPerMinute / waiting);
}
