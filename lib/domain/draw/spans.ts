import type { IndexRange } from "./exclusions";
import { type DrawGroup, laneOfGroup } from "./group";

/** Members with consecutive indices who are drawn together: of one lane, excluded or not. */
export type Span = {
  readonly firstIndex: number;
  readonly count: number;
  readonly lane: number;
  /** 0 for members, 1 for excluded ones. */
  readonly section: number;
  /** How many of the same lane and section have a lower index. */
  readonly firstRank: number;
};

export type Spans = {
  /** Where an index belongs; null where it takes no part. */
  readonly find: (index: number) => Span | null;
  /** How many members each lane has in a section. */
  readonly sizes: (section: number, lanes: number) => readonly number[];
  /** The index of a member by its rank in its lane and section; null where there is none. */
  readonly indexOf: (section: number, lane: number, rank: number) => number | null;
};

/** Divides groups (rising, without overlaps) by lane and by who is excluded. */
export function createSpans(
  groups: readonly Pick<DrawGroup, "firstIndex" | "count" | "lane">[],
  excluded: readonly IndexRange[],
): Spans {
  const kinds = new Map<number, { spans: Span[]; size: number }>();
  const kindOf = (section: number, lane: number) => {
    const name = kindName(section, lane);
    const known = kinds.get(name) ?? { spans: [], size: 0 };
    kinds.set(name, known);
    return known;
  };
  const spans: Span[] = [];
  for (const part of divide(groups, excluded)) {
    const kind = kindOf(part.section, part.lane);
    const { firstIndex, count, lane, section } = part;
    const span = { firstIndex, count, lane, section, firstRank: kind.size };
    kind.size += count;
    kind.spans.push(span);
    spans.push(span);
  }
  return {
    find: (index) => {
      const span = lastNotAbove(spans, index, ({ firstIndex }) => firstIndex);
      const isIn = span !== null && Number.isInteger(index) && index < span.firstIndex + span.count;
      return isIn ? span : null;
    },
    sizes: (section, lanes) =>
      Array.from({ length: lanes }, (_, lane) => kinds.get(kindName(section, lane))?.size ?? 0),
    indexOf: (section, lane, rank) => {
      const { spans: ofKind, size } = kindOf(section, lane);
      const span = lastNotAbove(ofKind, rank, ({ firstRank }) => firstRank);
      return span === null || rank >= size ? null : span.firstIndex + rank - span.firstRank;
    },
  };
}

/** A lane fits into a byte. */
function kindName(section: number, lane: number): number {
  return section * 256 + lane;
}

function divide(
  groups: readonly Pick<DrawGroup, "firstIndex" | "count" | "lane">[],
  excluded: readonly IndexRange[],
): Omit<Span, "firstRank">[] {
  const parts: Omit<Span, "firstRank">[] = [];
  let at = 0;
  for (const group of groups) {
    const lane = laneOfGroup(group);
    const end = group.firstIndex + group.count;
    const add = (firstIndex: number, to: number, section: number) => {
      if (to > firstIndex) parts.push({ firstIndex, count: to - firstIndex, lane, section });
    };
    let next = group.firstIndex;
    while (endOf(excluded[at]) <= next) at += 1;
    for (let step = at; next < end; step += 1) {
      const from = Math.min(end, Math.max(next, excluded[step]?.firstIndex ?? end));
      add(next, from, 0);
      next = Math.max(from, Math.min(end, endOf(excluded[step])));
      add(from, next, 1);
    }
  }
  return parts;
}

/** Beyond every index where there is none. */
function endOf(range: IndexRange | undefined): number {
  return range === undefined ? Number.POSITIVE_INFINITY : range.firstIndex + range.count;
}

/** The last entry of a rising list that is not above `value`; null if there is none. */
function lastNotAbove(
  rising: readonly Span[],
  value: number,
  keyOf: (span: Span) => number,
): Span | null {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = rising[middle];
    if (span && keyOf(span) <= value) low = middle + 1;
    else high = middle;
  }
  return rising[low - 1] ?? null;
}
