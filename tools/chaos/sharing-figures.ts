import { round } from "@/simulation/statistics";

/** What one interval of a random draw answered. */
export type Draws = {
  /** Of each visitor who asked many times: whether each answer was a win, in order. */
  readonly many: readonly (readonly boolean[])[];
  /** Of each visitor who asked once: whether it won. */
  readonly once: readonly boolean[];
};

/** Whether it pays to ask many times: how often those win who do, over how often others win. */
export function oddsOf(intervals: readonly Draws[]) {
  const many = intervals.flatMap((draws) => draws.many);
  const once = intervals.flatMap((draws) => draws.once);
  const wins = many.filter((answers) => answers.includes(true)).length;
  const winsAtFirst = many.filter(([first]) => first === true).length;
  const odds = wins / many.length;
  const normalOdds = once.filter(Boolean).length / once.length;
  const error = errorOf([odds, many.length], [normalOdds, once.length]);
  return {
    oddsRatio: round(odds / normalOdds),
    oddsRatioError: round(error),
    oddsRatioSamePlaces: round(wins / winsAtFirst),
    winningOdds: round(normalOdds),
    hammeringDraws: many.length,
    normalDraws: once.length,
    answersChanged: many.filter((answers) => new Set(answers).size > 1).length,
  };
}

type Share = readonly [share: number, draws: number];

/** The standard error of the ratio of two shares. */
function errorOf(one: Share, other: Share): number {
  const relative = ([share, draws]: Share) => (1 - share) / (share * draws);
  return (one[0] / other[0]) * Math.sqrt(relative(one) + relative(other));
}

/** What one place in many browsers was worth. Tokens stand for those who got them. */
export function sharingOf(seen: {
  /** Tokens of those who asked at once, each with a claim of its own. */
  readonly rush: readonly string[];
  /** Tokens of those who asked again with the claim that had won. */
  readonly repeated: readonly string[];
  /** What the line counted after these two, and before and after an hour had passed. */
  readonly admissions: number;
  readonly beforeHour: number;
  readonly afterHour: number;
  /** How many got a token an hour later. */
  readonly tokensAfterHour: number;
}) {
  const { rush, repeated, admissions, beforeHour, afterHour, tokensAfterHour } = seen;
  const others = Math.max(0, rush.length - 1);
  return {
    admissions,
    extraAdmissions: others + tokensAfterHour + (afterHour - beforeHour),
    differentTokens: new Set([...rush, ...repeated]).size,
    sameClaimAnswers: repeated.length,
  };
}
