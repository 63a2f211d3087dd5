import type { Lanes } from "./lane";

/**
 * How many visitors of all lanes go in before somebody who joins each lane now, if nobody else joins meanwhile: with the
 * outflow of the event that makes the wait. Ordered lanes wait until those before them are empty; weighted ones share
 * the slots with all others that have people, and get more as those empty.
 */
export function aheadByLane(
  { mode, lanes }: Pick<Lanes, "mode" | "lanes">,
  waiting: readonly number[],
): readonly number[] {
  const counts = lanes.map((_, index) => waiting[index] ?? 0);
  return lanes.map((_, index) =>
    mode === "ordered"
      ? counts.slice(0, index + 1).reduce((sum, count) => sum + count, 0)
      : aheadWeighted(
          lanes.map(({ weight }) => Math.max(weight, 0)),
          counts,
          index,
        ),
  );
}

/** The others are let in beside those of the lane, each as long as it lasts. */
function aheadWeighted(weights: readonly number[], counts: readonly number[], own: number): number {
  const ownWeight = weights[own] ?? 0;
  const ownCount = counts[own] ?? 0;
  // Until the newcomer goes in, so many rounds in which each lane gets its weight.
  const rounds = ownWeight > 0 ? (ownCount + 1) / ownWeight : Number.POSITIVE_INFINITY;
  const others = counts.map((count, index) =>
    index === own ? 0 : Math.min(count, rounds * (weights[index] ?? 0)),
  );
  return ownCount + others.reduce((sum, count) => sum + count, 0);
}

/** The part of the slots that each lane gets while people wait in all of them; null where lanes are ordered. */
export function sharesOf({
  mode,
  lanes,
}: Pick<Lanes, "mode" | "lanes">): readonly (number | null)[] {
  const all = lanes.reduce((sum, { weight }) => sum + weight, 0);
  return lanes.map(({ weight }) => (mode === "ordered" || all === 0 ? null : weight / all));
}
