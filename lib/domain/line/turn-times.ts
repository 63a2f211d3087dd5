import { LINE } from "./rates";

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
