import { round } from "@/simulation/statistics";
import { inForce, type Seen } from "../shared/history";
import type { Entrant } from "../shared/measures";

/** A number called longer ago than this is late. */
export const LATE_MS = 60_000;
const SHARE_MS = 60_000;

/** One who was let in, as an observer of the line knows it. */
type Admitted = { readonly queueNumber: number; readonly admittedAtMs: number };

/** What a visitor went through. Times are of the visitor's own clock. */
type Visitor = {
  readonly isPresent: boolean;
  readonly queueNumbers: readonly number[];
  readonly firstAskedAtMs: number | null;
};

/** What is known of the line. */
type Line = {
  readonly serving: readonly Seen<number>[];
  /** Line time of a moment of the visitors' clock. */
  lineTimeOf(monotonicMs: number): number;
};

/** Which share of a minute's slots some numbers took, from a moment on. */
export function shareOfLate(
  admitted: readonly Admitted[],
  late: ReadonlySet<number>,
  outflow: readonly Seen<number>[],
  fromMs: number,
) {
  const taken = admitted.filter(
    ({ admittedAtMs }) => admittedAtMs >= fromMs && admittedAtMs < fromMs + SHARE_MS,
  );
  const lateAdmissions = taken.filter(({ queueNumber }) => late.has(queueNumber)).length;
  const slots = (Math.min(...inForce(outflow, fromMs, fromMs + SHARE_MS)) * SHARE_MS) / 60_000;
  return {
    lateShare: round(lateAdmissions / slots),
    lateShareOfTaken: round(lateAdmissions / taken.length),
    lateAdmissions,
    slotsTaken: taken.length,
  };
}

/** Those who were let in, as `countInversions` wants them; a visitor who never asked is left out. */
export function entrantsOf(
  { lineTimeOf }: Line,
  visitors: readonly Visitor[],
  admitted: readonly Admitted[],
): Entrant[] {
  const admittedAt = new Map(admitted.map((one) => [one.queueNumber, one.admittedAtMs]));
  return visitors.flatMap(({ queueNumbers, firstAskedAtMs }) => {
    const [rank] = queueNumbers;
    const admittedAtMs = rank === undefined ? undefined : admittedAt.get(rank);
    if (rank === undefined || admittedAtMs === undefined || firstAskedAtMs === null) return [];
    return [{ rank, admittedAtMs, askedAtMs: lineTimeOf(firstAskedAtMs) }];
  });
}

/** Present visitors who slept through their turn: called more than a minute before they asked. */
export function calledLate({ serving, lineTimeOf }: Line, visitors: readonly Visitor[]): number {
  return visitors.filter(({ isPresent, queueNumbers, firstAskedAtMs }) => {
    const number = queueNumbers[0] ?? Infinity;
    const calledAtMs = serving.find(({ value }) => value >= number)?.firstMs;
    if (!isPresent || calledAtMs === undefined || firstAskedAtMs === null) return false;
    return lineTimeOf(firstAskedAtMs) - calledAtMs > LATE_MS;
  }).length;
}
