/** How long solving took, in steps: the last second of each, and the kind under which it is counted. */
const STEPS = [
  [1, "solved-in-one"],
  [2, "solved-in-two"],
  [4, "solved-in-four"],
  [8, "solved-in-eight"],
  [15, "solved-in-fifteen"],
  [30, "solved-in-thirty"],
  [60, "solved-in-sixty"],
  [Number.POSITIVE_INFINITY, "solved-later"],
] as const;

/** In how many seconds a challenge was solved, as a kind of figure. */
export type SolvingTime = (typeof STEPS)[number][1];

/** What becomes of challenges, and of those who are held back without one, as kinds of figures. */
export const CHALLENGE_COUNTS = [
  "challenged",
  "solved",
  "challenge-failed",
  "blocked",
  "held-false",
  ...STEPS.map(([, kind]) => kind),
] as const;
export type ChallengeCount =
  | "challenged"
  | "solved"
  | "challenge-failed"
  | "blocked"
  | "held-false"
  | SolvingTime;

/** The kind under which a challenge is counted that was solved in so many seconds. */
export function solvingTimeOf(seconds: number): SolvingTime {
  return STEPS.find(([most]) => seconds <= most)?.[1] ?? "solved-later";
}

/** Of everybody who was challenged in a time, how it went. */
export type ChallengeCost = {
  readonly challenged: number;
  readonly solved: number;
  readonly failed: number;
  /** Those who neither solved it nor can be at it any more. An estimate: nothing is kept of each. */
  readonly gaveUp: number;
  readonly blocked: number;
  readonly heldFalse: number;
  /** In so many seconds at most; null where that was longer than a minute, or nobody solved any. */
  readonly medianSeconds: number | null;
  readonly p95Seconds: number | null;
};

type Counts = Partial<Readonly<Record<string, number>>>;

/**
 * What challenges cost people, from the counts of a time. `atIt` are those who were challenged so shortly ago that they
 * may still be solving: they have not given up. Who reloads the page is asked again and counts as another visitor, so
 * there are at most so many who gave up.
 */
export function challengeCost(counts: Counts, { atIt }: { readonly atIt: number }): ChallengeCost {
  const { challenged = 0, solved = 0, blocked = 0 } = counts;
  return {
    challenged,
    solved,
    failed: counts["challenge-failed"] ?? 0,
    gaveUp: Math.max(0, challenged - solved - atIt),
    blocked,
    heldFalse: counts["held-false"] ?? 0,
    medianSeconds: secondsOf(counts, 0.5),
    p95Seconds: secondsOf(counts, 0.95),
  };
}

/** The end of the step in which so large a part of those who solved had done so. */
function secondsOf(counts: Counts, part: number): number | null {
  const all = STEPS.reduce((sum, [, kind]) => sum + (counts[kind] ?? 0), 0);
  let sum = 0;
  for (const [most, kind] of STEPS) {
    sum += counts[kind] ?? 0;
    if (all > 0 && sum >= part * all) return Number.isFinite(most) ? most : null;
  }
  return null;
}
