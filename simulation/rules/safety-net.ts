import { confirmMsOf } from "@/lib/domain/line/turn-times";
import { LUA_CONSTANTS } from "@/lib/line/constants";
import { settleBucket } from "./bucket";
import { isAwaited, type Lane, type Line, sampleAt } from "./line-state";
import { outflowInForce } from "./outflow";

const { NET } = LUA_CONSTANTS;

/** What the last minute leaves to those who come now. */
export type Net = {
  readonly isCounted: boolean;
  /** The bucket alone does not hold the minute. */
  readonly bounds: boolean;
  room: number;
  taken: number;
};

/** No 60 seconds hold more than the threshold, or the outflow where that is higher. */
export function openNet(line: Line, nowMs: number): Net {
  const threshold = line.safetyNetPerMinute ?? 0;
  const isUsed = nowMs < line.netAtMs + NET.keptMs;
  if (threshold === 0 && !isUsed) {
    return { isCounted: false, bounds: false, room: Number.POSITIVE_INFINITY, taken: 0 };
  }
  const counting = countingAt(line, nowMs).map(([, count]) => count);
  const letIn = counting.reduce((sum, count) => sum + count, 0);
  const isLost = line.lossAtMs > 0 && nowMs < line.lossAtMs + NET.keptMs;
  const room = Math.max(threshold, line.outflowPerMinute) - letIn;
  return { isCounted: true, bounds: isUsed || isLost, room, taken: 0 };
}

export function hasRoom({ bounds, room }: Net, count: number): boolean {
  return !bounds || room >= count;
}

export function takeRoom(net: Net): void {
  net.room -= 1;
  net.taken += 1;
}

/** Until somebody may be let in again as far as the last minute goes; `otherwise` where nothing tells. */
export function untilRoomMs(line: Line, net: Net, nowMs: number, otherwise: number): number {
  if (hasRoom(net, 1)) return 0;
  const [oldest] = countingAt(line, nowMs);
  return oldest === undefined ? otherwise : (oldest[0] + NET.seconds + 1) * 1_000 - nowMs;
}

export function keepNet(line: Line, net: Net, nowMs: number): void {
  if (net.isCounted && net.taken > 0) addLetIn(line, nowMs, net.taken);
}

/** Puts a threshold into force. With one that is new, the minute before counts as full of the outflow so far. */
export function setSafetyNet(
  line: Line,
  threshold: number | null,
  outflowBefore: number,
  nowMs: number,
): void {
  const isNew = threshold !== null && line.safetyNetPerMinute === null;
  line.safetyNetPerMinute = threshold;
  if (isNew) addLetIn(line, nowMs, Math.ceil(outflowBefore));
}

/**
 * So many newcomers come at once; answers who goes straight in. Nobody may wait: they go in by a slot of the outflow
 * beyond those who are under way, or, where nobody is, while the last minute holds fewer than the threshold.
 */
export function passNewcomers(line: Line, count: number, nowMs: number): boolean[] {
  const [lane] = line.lanes;
  if (lane === undefined) throw new Error("A line has a lane.");
  const { isPaused, method, stock, grants } = line;
  const isOpen = !isPaused && method !== "random" && stock === null && grants === null;
  const net = openNet(line, nowMs);
  if (!isOpen) return Array.from({ length: count }, () => false);
  settleBucket(line, nowMs);
  const isDormant = line.lanes.every(({ serving, last }) => serving === last);
  const kept = line.lanes.reduce((sum, one) => sum + underWay(line, one, nowMs), 0);
  const active = line.safetyNetActive ?? Number.POSITIVE_INFINITY;
  let untilActive = active - line.seats.taken(nowMs);
  const passed = Array.from({ length: count }, (_, index) => {
    if (!isDormant || untilActive < 1 || !line.seats.has(1 + kept, nowMs)) return false;
    const hasSlot = line.tokens >= 1 + kept && hasRoom(net, 1 + kept);
    if (!hasSlot && !isBelowThreshold(line, net, kept)) return false;
    untilActive -= 1;
    takeSlot(line, lane, nowMs);
    takeRoom(net);
    line.seats.take(`newcomer ${index}`, nowMs);
    return true;
  });
  keepNet(line, net, nowMs);
  return passed;
}

/** What holds the outflow lower than it is set holds newcomers as well. */
function isBelowThreshold(line: Line, net: Net, kept: number): boolean {
  if (line.safetyNetPerMinute === null || kept > 0) return false;
  return net.room >= 1 && outflowInForce(line) >= line.outflowPerMinute;
}

/** Above the outflow it takes what there is of a slot. */
function takeSlot(line: Line, lane: Lane, nowMs: number): void {
  const slot = Math.min(1, line.tokens);
  if (slot < 1) line.netAtMs = nowMs;
  line.tokens -= slot;
  lane.laneTokens -= slot;
  lane.last += 1;
  lane.serving = lane.last;
  lane.spent[lane.last] = true;
}

/** Who of a lane was called a moment ago, or is waited for, and is not in. */
function underWay(line: Line, lane: Lane, nowMs: number): number {
  const sample = sampleAt(lane, nowMs - confirmMsOf(outflowInForce(line))) ?? lane.history[0];
  const from = (sample?.serving ?? 0) + 1;
  const asking = lane.asking.filter(
    ([number, untilMs]) => isAwaited(untilMs, nowMs) && number < from,
  );
  let called = 0;
  for (let number = from; number <= lane.serving; number += 1) if (!lane.spent[number]) called += 1;
  return asking.length + called;
}

function addLetIn(line: Line, atMs: number, count: number): void {
  const letIn = new Map(countingAt(line, atMs));
  const second = Math.floor(atMs / 1_000);
  letIn.set(second, (letIn.get(second) ?? 0) + count);
  line.letIn = letIn;
}

function countingAt({ letIn }: Line, nowMs: number): [number, number][] {
  const second = Math.floor(nowMs / 1_000);
  return [...letIn].filter(([one]) => one >= second - NET.seconds && one <= second);
}
