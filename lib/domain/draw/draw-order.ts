import type { Hash } from "./bytes";
import type { DrawGroup } from "./group";
import { createPermutation } from "./permutation";

/** The order that a draw gives to its members. */
export type DrawOrder = {
  /** N: how many take part. */
  readonly members: number;
  /** From 1 (first) to N; null for an index that takes no part. */
  readonly placeOf: (index: number) => number | null;
  /** Whose place it is; null outside 1 … N. */
  readonly indexAt: (place: number) => number | null;
};

/**
 * The order of the members of `groups` (as frozen: rising, without overlaps) under a draw's key. The
 * members are counted without the holes between groups: the permutation is one of 0 … N - 1.
 */
export function createDrawOrder(input: {
  readonly groups: readonly Pick<DrawGroup, "firstIndex" | "count">[];
  readonly key: Uint8Array;
  readonly hash: Hash;
}): DrawOrder {
  const { groups, key, hash } = input;
  const firstRanks: number[] = [];
  let members = 0;
  for (const { count } of groups) {
    firstRanks.push(members);
    members += count;
  }
  const firstIndices = groups.map(({ firstIndex }) => firstIndex);
  const permutation = createPermutation({ key, size: members, hash });
  const rankOf = (index: number) => {
    const at = lastNotAbove(firstIndices, index);
    const [group, firstRank] = [groups[at], firstRanks[at]];
    if (!group || firstRank === undefined) return null;
    const offset = index - group.firstIndex;
    return Number.isInteger(offset) && offset < group.count ? firstRank + offset : null;
  };
  const indexOf = (rank: number) => {
    const at = lastNotAbove(firstRanks, rank);
    return (firstIndices[at] ?? 0) + rank - (firstRanks[at] ?? 0);
  };
  return {
    members,
    placeOf: (index) => {
      const rank = rankOf(index);
      return rank === null ? null : permutation.forward(rank) + 1;
    },
    indexAt: (place) =>
      Number.isInteger(place) && place >= 1 && place <= members
        ? indexOf(permutation.inverse(place - 1))
        : null,
  };
}

/** Where the last entry of a rising list stands that is not above `value`; -1 if there is none. */
function lastNotAbove(rising: readonly number[], value: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
