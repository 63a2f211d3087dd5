import { EPOCH_NUMBERS } from "./epoch";
import type { PublicLine } from "./public-line";

type Numbers = Pick<PublicLine, "serving" | "holes">;

/**
 * Numbers from the serving number to this one; 0 or less when it has been called. A hole that is not listed is as wide
 * as an epoch.
 */
export function distanceTo(line: Numbers, number: number): number {
  const distance = number - line.serving - holesBetween(line.holes, line.serving + 1, number - 1);
  return distance > 0 ? distance % EPOCH_NUMBERS : distance;
}

/** How many visitors stand ahead of this number: never below 0, holes left out. */
export function aheadOf(line: Numbers, number: number): number {
  return Math.max(0, distanceTo(line, number) - 1);
}

/** How many numbers of `[from, to]` nobody holds. */
export function holesBetween(
  holes: readonly (readonly [number, number])[],
  from: number,
  to: number,
): number {
  let count = 0;
  for (const [first, last] of holes) {
    count += Math.max(0, Math.min(to, last) - Math.max(from, first) + 1);
  }
  return count;
}
