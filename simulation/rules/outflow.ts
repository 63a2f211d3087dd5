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

/**
 * How long a called number counts as under way. At less than about 15 a minute slots come more rarely
 * than every six seconds; whoever waits for the next one is still under way.
 */
export function confirmMsOf(outflowPerMinute: number): number {
  const slotsMs = LINE.confirmSlots * LINE.bucketSeconds * 1_000;
  return Math.max(LINE.confirmMs, slotsMs / Math.max(1, outflowPerMinute));
}

/** How long ago a late number was called. */
export function lateMsOf(outflowPerMinute: number): number {
  return Math.max(LINE.lateMs, 3 * confirmMsOf(outflowPerMinute));
}

/** How many of those who are called now will have a slot soon, once the bucket is settled. */
export function slotsSoon(line: Line): number {
  const soon = line.tokens + LINE.calledSeconds * rateOf(line);
  return Math.floor(Math.min(soon, line.grants ?? soon));
}
