import { inForce, type Seen } from "./history";

const MINUTE_MS = 60_000;
/** Slots of this long may separate those who enter out of order. */
const ORDER_SECONDS = 10;

/**
 * The largest count of any 60 consecutive seconds over the largest outflow in force in them. Windows
 * that begin or end with an admission, or begin with a change, hold every extreme.
 */
export function maxSlidingRatio(admittedAtMs: readonly number[], outflow: readonly Seen<number>[]) {
  const times = [...admittedAtMs].sort((a, b) => a - b);
  const starts = [
    ...times,
    ...times.map((at) => at - MINUTE_MS + 1),
    ...outflow.map(({ firstMs }) => firstMs),
  ];
  const ratios = starts.map((from) => {
    const count = countBefore(times, from + MINUTE_MS) - countBefore(times, from);
    const limit = Math.max(...inForce(outflow, from, from + MINUTE_MS - 1));
    return count === 0 ? 0 : count / limit;
  });
  return ratios.reduce((most, ratio) => Math.max(most, ratio), 0);
}

/** A seat as an outsider counts it: from the admission until it is given back or its lease ends. */
export type Seat = { readonly takenAtMs: number; readonly endsAtMs: number };

/** The largest share of the active cap that was taken when somebody was admitted under one. */
export function maxActiveRatio(seats: readonly Seat[], cap: readonly Seen<number | null>[]) {
  const taken = [...seats].sort((a, b) => a.takenAtMs - b.takenAtMs);
  const ends = taken.map(({ endsAtMs }) => endsAtMs).sort((a, b) => a - b);
  return taken.reduce((most, { takenAtMs }, index) => {
    const caps = inForce(cap, takenAtMs, takenAtMs).map((value) => value ?? Infinity);
    const active = index + 1 - countBefore(ends, takenAtMs + 1);
    return Math.max(most, active / Math.max(...caps));
  }, 0);
}

/** One who was let in. Ranks are queue numbers without holes. */
export type Entrant = {
  readonly rank: number;
  readonly askedAtMs: number;
  readonly admittedAtMs: number;
};

/**
 * Pairs (a, b): a's number is lower by more than ten seconds of outflow, a asked to enter before b was
 * admitted, and b was admitted first. Where the outflow changed between the two, the larger one counts.
 */
export function countInversions(entrants: readonly Entrant[], outflow: readonly Seen<number>[]) {
  const byAdmission = [...entrants].sort((a, b) => a.admittedAtMs - b.admittedAtMs);
  let inversions = 0;
  byAdmission.forEach((a, index) => {
    const apart = (atMs: number) =>
      (Math.max(...inForce(outflow, a.askedAtMs, atMs)) / MINUTE_MS) * 1_000 * ORDER_SECONDS;
    for (const b of byAdmission.slice(0, index).reverse()) {
      if (b.admittedAtMs <= a.askedAtMs) break;
      if (b.admittedAtMs === a.admittedAtMs || b.rank <= a.rank) continue;
      if (b.rank - a.rank > apart(b.admittedAtMs)) inversions += 1;
    }
  });
  return inversions;
}

/** How many of ascending moments lie before one. */
function countBefore(times: readonly number[], atMs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
