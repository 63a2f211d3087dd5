import type { Hash } from "./bytes";
import { createDrawOrder } from "./draw-order";
import type { DrawGroup } from "./group";

/** A decided draw, with what processes need to give each place its new number. */
export type DecidedDraw = {
  /** Of the permutation, 32 bytes. */
  readonly key: Uint8Array;
  readonly groups: readonly Pick<DrawGroup, "firstIndex" | "count">[];
  /** The highest number handed out before the start: every number above it is a late arrival. */
  readonly lastIndex: number;
};

/** The numbers of a line after its draw. */
export type DrawnNumbers = {
  /** N: how many took part. They have the numbers 1 … N. */
  readonly members: number;
  readonly lastIndex: number;
  readonly numberOf: (index: number) => number;
};

/**
 * Which number each visitor has after the draw. Members get their place; numbers that were handed out
 * before the start and are in no group follow behind them in their old order, so that nobody is left
 * without a number and no two share one; late arrivals keep theirs.
 */
export function createDrawnNumbers(draw: DecidedDraw, hash: Hash): DrawnNumbers {
  const { groups, lastIndex } = draw;
  const order = createDrawOrder({ ...draw, hash });
  const { members } = order;
  const numberOf = (index: number) => {
    if (index > lastIndex) return index;
    return order.placeOf(index) ?? members + index - membersBelow(groups, index);
  };
  return { members, lastIndex, numberOf };
}

function membersBelow(groups: DecidedDraw["groups"], index: number): number {
  let members = 0;
  for (const { firstIndex, count } of groups) {
    if (firstIndex > index) break;
    members += count;
  }
  return members;
}
