import { isRuleCount, type RuleCount } from "@/lib/domain/access-rule/rule-count";
import { CHALLENGE_COUNTS, type ChallengeCount } from "@/lib/domain/challenge/challenge-counts";

/** Why somebody was sent away. */
export const REFUSALS = [
  "refused-full",
  "refused-early",
  "refused-ended",
  "refused-closed",
  "refused-sold-out",
  "refused-held",
  "refused-uninvited",
  "refused-code",
  "refused-code-used",
  "refused-guesses",
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** What a waiting-room process counts. */
export type ProcessCount = "arrivals" | Refusal | RuleCount | ChallengeCount;

/** Admissions by what the queue token says of them, and tokens that were given anew. */
export const ADMISSION_COUNTS = [
  "admitted-queue",
  "admitted-safetynet",
  "admitted-disabled",
  "admitted-afterevent",
  "admitted-bypass",
  "renewed",
] as const;
export type AdmissionCount = (typeof ADMISSION_COUNTS)[number];

/** How the line stood at the end of a minute, or of its run. Everything else is a count. */
export const SAMPLES = ["waiting", "outflow", "waiting-at-end"] as const;

/** All figures that are kept by minute; see docs/figures.md. */
export const FIGURE_KINDS = [
  "arrivals",
  "joins",
  "no-shows",
  "left",
  "removed",
  ...ADMISSION_COUNTS,
  "bought",
  "returned",
  ...REFUSALS,
  ...CHALLENGE_COUNTS,
  ...SAMPLES,
] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

/** What is stored by minute: the figures, and how often each access rule has decided. */
export type CountedKind = FigureKind | RuleCount;

const MINUTE_MS = 60_000;
/** Minutes of one row in the database. */
export const MINUTES_PER_ROW = 60;

/** Stands where a sample is missing, below every one that there may be. */
export const NO_SAMPLE = -1;

/** One figure of one minute. */
export type MinuteFigure = {
  readonly lane: number;
  /** Whole minutes since 1970, in line time. */
  readonly minute: number;
  readonly kind: CountedKind;
  readonly value: number;
};

export function minuteOf(lineTimeMs: number): number {
  return Math.floor(lineTimeMs / MINUTE_MS);
}

export function isFigureKind(text: string): text is FigureKind {
  return FIGURE_KINDS.some((kind) => kind === text);
}

export function isCountedKind(text: string): text is CountedKind {
  return isFigureKind(text) || isRuleCount(text);
}

export function isSample(kind: CountedKind): boolean {
  return SAMPLES.some((sample) => sample === kind);
}

/** How an admission is counted: by its redirect type, or as a renewal. Null for a type that is none. */
export function countOfAdmission(redirectType: string, renewal: number): AdmissionCount | null {
  if (renewal > 0) return "renewed";
  return ADMISSION_COUNTS.find((kind) => kind === `admitted-${redirectType}`) ?? null;
}
