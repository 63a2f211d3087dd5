import type { FigureKind } from "./figures";

/** What is counted of those who got a number in a run, each for itself. */
export type CountedPlaces = {
  readonly joined: number;
  /** From the line or straight in, once each. */
  readonly admitted: number;
  readonly left: number;
  readonly removed: number;
  /** Who holds a number, is not in and was not passed: now, or when the run was over. */
  readonly waiting: number;
};

/** What became of everybody who got a number. `joined` is the sum of all others. */
export type PlaceSums = CountedPlaces & {
  /** Called, and did not come. Whoever came late is admitted. */
  readonly noShows: number;
};

/** `arrived` is the sum of `joined` and `turnedAway`. */
export type RunSums = PlaceSums & {
  readonly arrived: number;
  /** Arrived and got no number: refused, or gone before joining. */
  readonly turnedAway: number;
};

/**
 * What became of everybody, so that it adds up to the last person. Where a loss has taken counts along, those give way
 * that others contradict: nobody waits who is in, and nobody is in who did not join.
 */
export function placeSums(counted: CountedPlaces): PlaceSums {
  const { admitted, left, removed } = counted;
  const joined = Math.max(counted.joined, admitted + left + removed);
  const others = joined - admitted - left - removed;
  const waiting = Math.min(counted.waiting, others);
  return { joined, admitted, waiting, left, noShows: others - waiting, removed };
}

/** The same with everybody who came; whoever rejoins from an open page joins without arriving. */
export function runSums(counted: CountedPlaces, arrivals: number): RunSums {
  const sums = placeSums(counted);
  const arrived = Math.max(arrivals, sums.joined);
  return { arrived, turnedAway: arrived - sums.joined, ...sums };
}

/** What the figures by minute of a run have counted in all. */
export function countedIn(
  totals: Partial<Readonly<Record<FigureKind, number>>>,
): CountedPlaces & { readonly arrivals: number } {
  const of = (kind: FigureKind) => totals[kind] ?? 0;
  return {
    arrivals: of("arrivals"),
    joined: of("joins"),
    admitted: of("admitted-queue") + of("admitted-safetynet"),
    left: of("left"),
    removed: of("removed"),
    waiting: of("waiting-at-end"),
  };
}
