import type { Hash } from "./bytes";
import { createDrawOrder, type DrawRules } from "./draw-order";
import type { DrawGroup } from "./group";

/** A decided draw, with what processes need to give each place its new number. */
export type DecidedDraw = {
  /** Of the permutation, 32 bytes. */
  readonly key: Uint8Array;
  readonly groups: readonly Pick<DrawGroup, "firstIndex" | "count" | "lane">[];
  /** The highest number handed out before the start: every number above it is a late arrival. */
  readonly lastIndex: number;
  /** Absent in a draw of version 1. */
  readonly rules?: DrawRules;
};

/** The numbers of a line after its draw. */
export type DrawnNumbers = {
  /** How many were drawn: they have the numbers 1 … `placed`. */
  readonly placed: number;
  readonly lastIndex: number;
  /** Null for a member who is dropped. */
  readonly numberOf: (index: number) => number | null;
  /** The number that the holder of a number had before the draw; null where it was not drawn. */
  readonly indexOf: (number: number) => number | null;
};

/**
 * Which number each visitor has after the draw. Members get their place; numbers that were handed out
 * before the start and are in no group follow behind them in their old order, so that nobody but those who are
 * dropped is left without a number and no two share one; late arrivals keep theirs.
 */
export function createDrawnNumbers(draw: DecidedDraw, hash: Hash): DrawnNumbers {
  const { groups, lastIndex } = draw;
  const order = createDrawOrder({ ...draw, hash });
  const { placed } = order;
  const numberOf = (index: number) => {
    if (index > lastIndex) return index;
    if (order.isMember(index)) return order.placeOf(index);
    return placed + index - membersBelow(groups, index);
  };
  const indexOf = (number: number) => (number > lastIndex ? number : order.indexAt(number));
  return { placed, lastIndex, numberOf, indexOf };
}

function membersBelow(groups: DecidedDraw["groups"], index: number): number {
  let members = 0;
  for (const { firstIndex, count } of groups) {
    if (firstIndex > index) break;
    members += count;
  }
  return members;
}
