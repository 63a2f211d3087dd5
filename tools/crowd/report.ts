import { holesBetween } from "@/lib/domain/line/distance";
import type { Observation } from "./observation";

export type CrowdReport = {
  readonly present: number;
  readonly admitted: number;
  readonly neverAdmitted: number;
  readonly admittedTwice: number;
  readonly maxSlidingRatio: number;
  readonly maxSlidingRatioSeen: number;
  readonly inversions: number;
  readonly errors: number;
  readonly waitSecondsP50: number;
  readonly waitSecondsP95: number;
};

export type Places = { readonly placesLost: number; readonly doubledNumbers: number };

type LineFacts = {
  /** The largest outflow that was in force. */
  readonly outflowPerMinute: number;
  readonly holes: readonly (readonly [number, number])[];
};

/** What an outside observer saw. Only visitors that came back count as present. */
export function reportCrowd(all: readonly Observation[], line: LineFacts): CrowdReport {
  const present = all.filter(({ isPresent }) => isPresent);
  const admitted = present.filter(({ entered }) => entered);
  const seconds = all.flatMap(({ tokenSeconds }) => tokenSeconds.slice(0, 1));
  const seenSeconds = all.flatMap(({ admittedAtMs }) =>
    admittedAtMs === null ? [] : [admittedAtMs / 1_000],
  );
  const waits = admitted
    .map(({ arrivedAtMs, admittedAtMs }) => ((admittedAtMs ?? arrivedAtMs) - arrivedAtMs) / 1_000)
    .sort((a, b) => a - b);
  return {
    present: present.length,
    admitted: admitted.length,
    neverAdmitted: present.length - admitted.length,
    admittedTwice: countTwice(all),
    maxSlidingRatio: ratio(mostInAMinute(seconds), line.outflowPerMinute),
    maxSlidingRatioSeen: ratio(mostInAMinute(seenSeconds), line.outflowPerMinute),
    inversions: countInversions(present, line),
    errors: all.reduce((sum, { errors }) => sum + errors.length, 0),
    waitSecondsP50: round(quantile(waits, 0.5)),
    waitSecondsP95: round(quantile(waits, 0.95)),
  };
}

/** Visitors whose number changed or was taken away, and numbers that two visitors held. */
export function reportPlaces(all: readonly Observation[]): Places {
  const holders = new Map<string, number>();
  for (const { numbers } of all) {
    for (const name of numbers) holders.set(name, (holders.get(name) ?? 0) + 1);
  }
  return {
    placesLost: all.filter(({ numbers }) => numbers.length > 1).length,
    doubledNumbers: [...holders.values()].filter((count) => count > 1).length,
  };
}

/**
 * Visitors with tokens of two admissions, and admissions that two visitors hold. A renewal of a token
 * that was lost on the way keeps the queue id and is none.
 */
function countTwice(all: readonly Observation[]): number {
  const holders = new Map<string, number>();
  for (const { queueIds } of all) {
    for (const id of queueIds) holders.set(id, (holders.get(id) ?? 0) + 1);
  }
  const shared = [...holders.values()].filter((count) => count > 1).length;
  return shared + all.filter(({ queueIds }) => queueIds.size > 1).length;
}

/** The most that fall into any 60 consecutive seconds. */
function mostInAMinute(seconds: readonly number[]): number {
  const sorted = [...seconds].sort((a, b) => a - b);
  let most = 0;
  let from = 0;
  sorted.forEach((second, index) => {
    while (second - (sorted[from] ?? 0) >= 60) from += 1;
    most = Math.max(most, index - from + 1);
  });
  return most;
}

/**
 * Pairs (a, b): a's number is lower by more than ten seconds of outflow, a asked to enter before b was
 * admitted, and b was admitted first.
 */
function countInversions(present: readonly Observation[], line: LineFacts): number {
  const window = line.outflowPerMinute / 6;
  const entrants = present.flatMap((seen) => {
    const number = seen.queueNumbers[0];
    const { firstAskedAtMs, admittedAtMs } = seen;
    if (number === undefined || firstAskedAtMs === null || admittedAtMs === null) return [];
    const rank = number - holesBetween(line.holes, 1, number);
    return [{ rank, askedAtMs: firstAskedAtMs, admittedAtMs }];
  });
  let inversions = 0;
  for (const a of entrants) {
    for (const b of entrants) {
      if (b.rank - a.rank <= window) continue;
      if (a.askedAtMs < b.admittedAtMs && b.admittedAtMs < a.admittedAtMs) inversions += 1;
    }
  }
  return inversions;
}

/** Nobody saw the line: then nobody was let in by it either. */
function ratio(count: number, outflowPerMinute: number): number {
  return outflowPerMinute === 0 ? 0 : round(count / outflowPerMinute);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
