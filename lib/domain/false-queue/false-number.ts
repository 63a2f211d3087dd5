import { COURTESY } from "@/lib/domain/line/check-in";
import { distanceTo } from "@/lib/domain/line/distance";
import type { PublicLine } from "@/lib/domain/line/public-line";

type SeenLine = Pick<PublicLine, "serving" | "holes" | "near" | "slots">;

/** No-shows let a line move faster than it lets people in; so many times its usual pace is beyond what is seen. */
const FASTER = 2;

/**
 * The number that a place of the false queue shows: its own, until the line could come near it before its page asks
 * again; then one further back. It moves with the line and only ever rises, and no number is ever called.
 */
export function falseNumber(line: SeenLine, number: number): number {
  const least = leastDistance(line);
  const distance = distanceTo(line, number);
  if (distance >= least) return number;
  return beyondHoles(line, number + least * Math.ceil((least - distance) / least));
}

/** Beyond where browsers say that they are there, and beyond what the line calls between two check-ins. */
function leastDistance({ near, slots }: SeenLine): number {
  return Math.ceil(2 * near + FASTER * slots * COURTESY.mostSeconds);
}

/** Nobody has a number that was skipped. */
function beyondHoles({ holes }: SeenLine, number: number): number {
  const hole = holes.find(([from, to]) => number >= from && number <= to);
  return hole === undefined ? number : hole[1] + 1 + (number - hole[0]);
}
