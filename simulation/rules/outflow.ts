import { LINE, slotsPerSecond } from "@/lib/domain/line/rates";
import type { Line } from "./line-state";

/** Visitors per minute that go in now: the least of what is set, governed and let in by an inlet. */
export function outflowInForce(line: Line): number {
  const { outflowPerMinute, governedOutflow, inletOutflow } = line;
  return Math.min(
    outflowPerMinute,
    governedOutflow ?? outflowPerMinute,
    inletOutflow ?? outflowPerMinute,
  );
}

/** Slots per second. */
export function rateOf(line: Line): number {
  return slotsPerSecond(outflowInForce(line));
}

/** How many of those who are called now will have a slot soon, once the bucket is settled. */
export function slotsSoon(line: Line): number {
  const soon = line.tokens + LINE.calledSeconds * rateOf(line);
  return Math.floor(Math.min(soon, line.grants ?? soon));
}
