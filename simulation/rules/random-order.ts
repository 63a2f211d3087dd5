import { intervalIndex, RANDOM_ORDER } from "@/lib/domain/line/random-order";
import { type Lane, type Line, waitingIn } from "./line-state";
import { rateOf } from "./outflow";

/**
 * The chance of each check-in of an interval, fixed before it begins. It aims at as many winners as
 * slots, and at `2·√slots + 1` in stock, so that an interval with few winners wastes no slot;
 * `backlog` is how many winners still have none. From 0 to 1; 1 when nobody is expected.
 */
export function winChance(input: {
  readonly slotsPerInterval: number;
  readonly expectedCheckIns: number;
  readonly backlog: number;
}): number {
  const { slotsPerInterval, expectedCheckIns, backlog } = input;
  if (slotsPerInterval <= 0) return 0;
  const wanted = Math.max(0, slotsPerInterval + 2 * Math.sqrt(slotsPerInterval) + 1 - backlog);
  return wanted >= expectedCheckIns ? 1 : wanted / expectedCheckIns;
}

/**
 * Fixes the chance of the interval that has begun. Expected are those who checked in during the last one and
 * those who joined since, or all who wait when the last one was not looked at. Half of the winners who
 * have no slot yet are taken to be gone. `share` is the lane's part of the slots.
 */
export function settleChance(line: Line, lane: Lane, share: number, nowMs: number): void {
  const interval = intervalIndex(nowMs);
  if (lane.interval === interval) return;
  const slots = (rateOf(line) * share * RANDOM_ORDER.intervalMs) / 1_000;
  lane.backlog *= 0.5;
  lane.chance = winChance({
    slotsPerInterval: Math.min(slots, line.seats.within(RANDOM_ORDER.intervalMs, nowMs)),
    expectedCheckIns: expectedIn(lane, interval),
    backlog: lane.backlog,
  });
  lane.interval = interval;
  lane.intervalLast = lane.last;
  lane.checkIns = 0;
}

function expectedIn(lane: Lane, interval: number): number {
  const joined = lane.last - lane.intervalLast;
  const expected = lane.interval === interval - 1 ? lane.checkIns + joined : 0;
  return expected > 0 ? expected : waitingIn(lane);
}
