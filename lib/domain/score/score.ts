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
    seen: "Many places from the same IP address.",
    why: "Bot farms share addresses, but so do offices, schools and mobile networks.",
  },
  joinedFast: {
    weight: 30,
    certainty: "fair",
    seen: "Joined without loading the page, or faster than a browser can.",
    why: "Bots join without loading the page. Real browsers can too, if the page was open before the line formed.",
  },
  headless: {
    weight: 50,
    certainty: "strong",
    seen: "The browser reports that it is automated, or the client is a self-identified tool.",
    why: "Browsers report this only under automation, never because of assistive technology.",
  },
  failedChallenges: {
    weight: 30,
    certainty: "fair",
    seen: "Submitted a wrong or expired challenge answer.",
    why: "The page never sends a wrong proof of work, but people do fail or abandon CAPTCHAs.",
  },
  manyEvents: {
    weight: 15,
    certainty: "weak",
    seen: "Joined many of your events.",
    why: "Bots join every event they find. So do people on a large site.",
  },
  noPossessionKey: {
    weight: 10,
    certainty: "weak",
    seen: "The browser has no key to prove that the place is still its own.",
    why: "Resellers avoid the key, but old browsers and private windows don't have one either.",
  },
  duplicateIdentity: {
    weight: 45,
    certainty: "fair",
    seen: "The same identity or browser holds another place.",
    why: "One person needs one place, but families may share an account.",
  },
  listed: {
    weight: 40,
    certainty: "fair",
    seen: "Matched an access rule or one of your address lists.",
    why: "You or a feed flagged the address or request. Data centre lists also contain company networks and private relays.",
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
  { name: "none", from: 0, label: "no signals" },
  { name: "low", from: 1, label: "few" },
  { name: "middle", from: 40, label: "some" },
  { name: "high", from: 65, label: "many" },
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
