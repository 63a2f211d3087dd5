import { MARKS, type Mark, namesOf } from "./marks";

/** How much a reason proves: `weak` ones hold for many honest people, `strong` ones for hardly any. */
export type Certainty = "weak" | "fair" | "strong";

/** One reason of a score, in words for operators. */
export type ScoreReason = {
  readonly mark: Mark;
  /** What the reason alone makes of the score. */
  readonly weight: number;
  readonly certainty: Certainty;
  /** What was seen. */
  readonly seen: string;
  /** Why it counts, and for whom it is nothing. */
  readonly why: string;
};

/** From 0, nothing was noticed, to 100. */
export type Score = { readonly score: number; readonly reasons: readonly ScoreReason[] };

export const SCORE_MAX = 100;

/** Every mark with its weight and its reason. */
export const SCORE_REASONS: Readonly<Record<Mark, Omit<ScoreReason, "mark">>> = {
  addressBusy: {
    weight: 15,
    certainty: "weak",
    seen: "Its address took many places.",
    why: "Farms share addresses, but so do offices, schools and mobile networks.",
  },
  joinedFast: {
    weight: 30,
    certainty: "fair",
    seen: "It joined sooner after the page was served than a browser can show it.",
    why: "Programs join without loading the page. Hardly any browser does, however fast.",
  },
  headless: {
    weight: 50,
    certainty: "strong",
    seen: "Its browser said that a program steers it.",
    why: "Browsers say this of themselves while they are automated. Those of people never do, whatever helps them to read or write.",
  },
  failedChallenges: {
    weight: 40,
    certainty: "fair",
    seen: "It gave wrong answers to challenges before it joined.",
    why: "A page of ours never sends a wrong proof of work. A CAPTCHA is sometimes failed by people.",
  },
  manyEvents: {
    weight: 15,
    certainty: "weak",
    seen: "It joined many of your events.",
    why: "Programs join all that they find. So do people on a large site.",
  },
  noPossessionKey: {
    weight: 10,
    certainty: "weak",
    seen: "Its browser has no key that proves that the place is still in the same browser.",
    why: "Sellers of places avoid the key. Old browsers, private windows and browsers without JavaScript have none either.",
  },
  duplicateIdentity: {
    weight: 45,
    certainty: "fair",
    seen: "The same identity or browser took another place.",
    why: "One person needs one place. Families who share an account take two.",
  },
  listed: {
    weight: 40,
    certainty: "fair",
    seen: "An access rule or one of your address lists named it.",
    why: "You or a feed have marked its address or request. Lists of data centres also hold the exits of companies and private relays.",
  },
};

/**
 * What the marks of a place say together. Each reason takes its share of what the others leave, so that weak ones never
 * add up to what one strong one says.
 */
export function scoreOf(marks: number): Score {
  const reasons = namesOf(marks)
    .map((mark) => ({ mark, ...SCORE_REASONS[mark] }))
    .toSorted((one, other) => other.weight - one.weight);
  const left = reasons.reduce((rest, { weight }) => rest * (1 - weight / SCORE_MAX), 1);
  return { score: Math.round(SCORE_MAX * (1 - left)), reasons };
}

/** Scores as they are counted, each from `from` on. */
export const SCORE_BANDS = [
  { name: "none", from: 0, label: "nothing noticed" },
  { name: "low", from: 1, label: "little" },
  { name: "middle", from: 40, label: "some" },
  { name: "high", from: 65, label: "much" },
] as const;

export type ScoreBand = (typeof SCORE_BANDS)[number]["name"];

/** The band of a score from 0 to 100. */
export function bandOf(score: number): ScoreBand {
  return SCORE_BANDS.findLast(({ from }) => score >= from)?.name ?? "none";
}

/** The largest score of a place of which nothing but weak reasons is known. */
export const WEAK_SCORE_MAX = scoreOf(
  Object.entries(SCORE_REASONS).reduce(
    // The keys are those of MARKS.
    (marks, [mark, { certainty }]) => marks | (certainty === "weak" ? MARKS[mark as Mark] : 0),
    0,
  ),
).score;
