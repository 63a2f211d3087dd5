import { concatBytes, type Hash } from "./bytes";
import type { DrawExclusion } from "./commitment";
import { countOf, type IndexRange } from "./exclusions";
import { type DrawGroup, laneOfGroup } from "./group";
import { drawLanes } from "./lane-sequence";
import { createPermutation, type Permutation } from "./permutation";
import { createSpans, type Span } from "./spans";

/** Before section and lane: no round of a permutation has this byte. */
const LANE_KEY_TAG = 0xff;

/** What a draw of version 2 has beside its members. */
export type DrawRules = {
  /** The weight of each lane. */
  readonly weights: readonly number[];
  readonly excluded: readonly IndexRange[];
  readonly action: DrawExclusion["action"];
};

/** The order that a draw gives to its members. */
export type DrawOrder = {
  /** N: how many take part. */
  readonly members: number;
  /** How many have a place: all but those who are dropped. */
  readonly placed: number;
  /** From 1 (first); null for a member who is dropped, and for an index that takes no part. */
  readonly placeOf: (index: number) => number | null;
  readonly isMember: (index: number) => boolean;
  /** Whose place it is; null outside of them. */
  readonly indexAt: (place: number) => number | null;
};

/**
 * The order of the members of `groups` (as frozen: rising, without overlaps) under a draw's key. The
 * members are counted without the holes between groups. Without `rules`, in version 1, it is one permutation of
 * 0 … N - 1. With them those who are not excluded come first, and behind them those who are drawn last; each of the
 * two sections is drawn by lanes, and each lane of a section has a permutation of its own.
 */
export function createDrawOrder(input: {
  readonly groups: readonly Pick<DrawGroup, "firstIndex" | "count" | "lane">[];
  readonly key: Uint8Array;
  readonly hash: Hash;
  readonly rules?: DrawRules;
}): DrawOrder {
  const { groups, rules } = input;
  const spans = createSpans(groups, rules?.excluded ?? []);
  const sections = sectionsOf(input, spans.sizes);
  const placed = sections.reduce((sum, { size }) => sum + size, 0);
  return {
    members: countOf(groups),
    placed,
    isMember: (index) => spans.find(index) !== null,
    placeOf: (index) => {
      const span = spans.find(index);
      if (span === null) return null;
      const section = sections[span.section];
      return section ? section.before + section.placeOf(span, index) + 1 : null;
    },
    indexAt: (place) => {
      const section = sections.find(({ before, size }) => place > before && place <= before + size);
      if (!section || !Number.isInteger(place)) return null;
      const at = place - 1 - section.before;
      const lane = section.laneAt(at);
      return spans.indexOf(section.number, lane, section.rankAt(at));
    },
  };
}

function sectionsOf(
  { groups, key, hash, rules }: Parameters<typeof createDrawOrder>[0],
  sizes: (section: number, lanes: number) => readonly number[],
) {
  const lanes = rules?.weights.length ?? 1;
  if (groups.some((group) => laneOfGroup(group) >= lanes)) {
    throw new RangeError("A group is of a lane that the draw does not have.");
  }
  const last = rules?.action === "last" ? [1] : [];
  let before = 0;
  return [0, ...last].map((number) => {
    const sized = sizes(number, lanes);
    const weights = rules?.weights ?? [1];
    const sequence = drawLanes({ sizes: sized, weights, key, section: number, hash });
    const permutations = sized.map((size, lane): Permutation => {
      if (rules === undefined) return createPermutation({ key, size, hash });
      const own = hash(concatBytes(key, Uint8Array.of(LANE_KEY_TAG, number, lane)));
      return createPermutation({ key: own, size, hash });
    });
    const section = {
      ...{ number, before, size: sequence.size, laneAt: sequence.laneAt },
      placeOf: (span: Span, index: number) => {
        const nth = permutations[span.lane]?.forward(span.firstRank + index - span.firstIndex) ?? 0;
        return sequence.placeOf(span.lane, nth);
      },
      rankAt: (at: number) => permutations[sequence.laneAt(at)]?.inverse(sequence.nthAt(at)) ?? 0,
    };
    before += sequence.size;
    return section;
  });
}
