import { concatBytes, type Hash, toHex, uint32Bytes, uint64Bytes } from "./bytes";

const EXCLUSIONS_TAG = 4;

/** Members `firstIndex` … `firstIndex + count - 1`. */
export type IndexRange = { readonly firstIndex: number; readonly count: number };

/** What is signed of the excluded members before the randomness exists. */
export type FrozenExclusions = {
  readonly count: number;
  /** Over the list, hexadecimal. The secret is in it, so that nobody can guess the list before the draw. */
  readonly hash: string;
};

/** The members of `groups` for whom `isExcluded` holds, as ranges that rise and do not touch. */
export function exclude(
  groups: readonly IndexRange[],
  isExcluded: (index: number) => boolean,
): IndexRange[] {
  const ranges: { firstIndex: number; count: number }[] = [];
  for (const { firstIndex, count } of groups) {
    for (let index = firstIndex; index < firstIndex + count; index += 1) {
      if (!isExcluded(index)) continue;
      const last = ranges.at(-1);
      if (last !== undefined && last.firstIndex + last.count === index) last.count += 1;
      else ranges.push({ firstIndex: index, count: 1 });
    }
  }
  return ranges;
}

export function countOf(ranges: readonly IndexRange[]): number {
  return ranges.reduce((sum, { count }) => sum + count, 0);
}

/** SHA-256(04 ‖ secret ‖ each range's first index and count). */
export function freezeExclusions(
  ranges: readonly IndexRange[],
  secret: Uint8Array,
  hash: Hash,
): FrozenExclusions {
  const parts = ranges.flatMap(({ firstIndex, count }) => [
    uint64Bytes(firstIndex),
    uint32Bytes(count),
  ]);
  const bytes = concatBytes(Uint8Array.of(EXCLUSIONS_TAG), secret, ...parts);
  return { count: countOf(ranges), hash: toHex(hash(bytes)) };
}
