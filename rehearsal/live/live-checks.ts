import type { LiveChecks, LivePlan } from "@/lib/domain/rehearsal/live";
import type { Observation } from "../crowd/observation";

/** A second less than a minute: so much later than another an answer may reach its visitor. */
const WINDOW_MS = 59_000;
/** As in fairness reports: whoever is passed by less came a moment later to a turn of the same moment. */
const ORDER_SECONDS = 10;
/** Of the answers, so many are as fast as what is told. */
const SHARE = 0.95;
const LONGEST_MS = 15_000;

type Admitted = { readonly atMs: number; readonly number: number | null };

/** What visitors met that the line and the connector promise. `isInOrder`: lower numbers come first. */
export function checkCrowd(
  observations: readonly Observation[],
  { plan, isInOrder }: { readonly plan: LivePlan; readonly isInOrder: boolean },
): Omit<LiveChecks, "answerMs"> {
  const admitted = observations
    .flatMap(({ admittedAtMs, queueNumbers }): Admitted[] =>
      admittedAtMs === null ? [] : [{ atMs: admittedAtMs, number: queueNumbers[0] ?? null }],
    )
    .sort((a, b) => a.atMs - b.atMs);
  const distance = Math.max(1, Math.ceil((plan.outflowPerMinute * ORDER_SECONDS) / 60));
  return {
    tokens: admitted.length,
    fullestMinute: fullestOf(admitted),
    overtaken: isInOrder ? overtakenIn(admitted, distance) : null,
    refused: observations.filter((one) => one.admittedAtMs !== null && isTurnedBack(one)).length,
    letPast: observations.filter((one) => one.admittedAtMs === null && one.entered).length,
  };
}

/** Who is still on the way to the site with a token has met nothing yet. */
function isTurnedBack({ entered, errors }: Observation): boolean {
  return !entered && errors.length > 0;
}

function fullestOf(admitted: readonly Admitted[]): number {
  let fullest = 0;
  let from = 0;
  for (const [at, { atMs }] of admitted.entries()) {
    while ((admitted[from]?.atMs ?? atMs) <= atMs - WINDOW_MS) from += 1;
    fullest = Math.max(fullest, at - from + 1);
  }
  return fullest;
}

function overtakenIn(admitted: readonly Admitted[], distance: number): number {
  let highest = 0;
  let overtaken = 0;
  for (const { number } of admitted) {
    if (number === null) continue;
    if (highest - number > distance) overtaken += 1;
    highest = Math.max(highest, number);
  }
  return overtaken;
}

/** How long the waiting room took to answer, in as little memory as however many answers need. */
export class AnswerTimes {
  private readonly counts = new Map<number, number>();
  private total = 0;

  add(ms: number): void {
    const whole = Math.min(LONGEST_MS, Math.ceil(ms));
    this.counts.set(whole, (this.counts.get(whole) ?? 0) + 1);
    this.total += 1;
  }

  /** The 95th percentile in milliseconds; null before the first answer. */
  p95(): number | null {
    let left = Math.ceil(this.total * SHARE);
    for (const [ms, count] of [...this.counts].sort(([a], [b]) => a - b)) {
      left -= count;
      if (left <= 0) return ms;
    }
    return null;
  }
}
