import { SILENCE, SPARSE_SLOTS } from "@/lib/domain/line/silence";
import { LUA_CONSTANTS } from "@/lib/line/constants";
import { isAwaited, type Line } from "./line-state";
import { rateOf } from "./outflow";

/** Who is there and has to say so again, as `lane:number`, and by when. */
export type PresenceDue = Map<string, number>;

function isSparse(line: Line): boolean {
  return rateOf(line) < SPARSE_SLOTS;
}

/** Notes that somebody is there who will say so again; `distance` is how many numbers from the front. */
export function notePresence(
  line: Line,
  { lane, number, distance }: { lane: number; number: number; distance: number },
  nowMs: number,
): void {
  if (!isSparse(line)) return;
  const { presenceAtMs, lossAtMs } = line;
  const isBroken = presenceAtMs <= lossAtMs || nowMs - presenceAtMs > SILENCE.breakMs;
  if (isBroken) line.presenceSinceMs = nowMs;
  line.presenceAtMs = nowMs;
  const withinMs = SILENCE.leastMs + SILENCE.numberMs * Math.max(0, distance);
  line.presenceDue.set(`${lane}:${number}`, nowMs + withinMs);
}

/**
 * Whoever has not said again that they are there counts as if they never had: not while the line is shut, nor before they have
 * had time to hear that it is open.
 */
export function forgetSilent(line: Line, nowMs: number, isOpen: boolean): void {
  if (!isSparse(line)) return;
  const isAlone = line.tickAtMs === line.silenceAtMs;
  line.silenceAtMs = nowMs;
  if (!isAlone) {
    line.presenceDue.clear();
    return;
  }
  const againMs = nowMs + (isOpen ? SILENCE.leastMs : LUA_CONSTANTS.AWAITED.hearMs);
  const isHeard = nowMs - line.presenceAtMs <= SILENCE.breakMs;
  for (const [name, dueMs] of dueOf(line, nowMs)) {
    const [index = 0, number = 0] = name.split(":").map(Number);
    const lane = line.lanes[index];
    if (lane === undefined) throw new Error(`There is no lane ${index}.`);
    const isIn = lane.spent[number] === true;
    const isAsking = lane.asking.some(([n, untilMs]) => n === number && isAwaited(untilMs, nowMs));
    const isUnbroken = line.presenceSinceMs <= dueMs - SILENCE.leastMs;
    if (!isIn && (isAsking || !(isOpen && isHeard && isUnbroken))) {
      line.presenceDue.set(name, againMs);
      continue;
    }
    if (!isIn) lane.confirmed[number] = false;
    line.presenceDue.delete(name);
  }
}

/** The first that are due, as Redis sorts them. */
function dueOf(line: Line, nowMs: number): (readonly [string, number])[] {
  return [...line.presenceDue]
    .filter(([, dueMs]) => dueMs <= nowMs)
    .sort(([one, dueMs], [other, otherMs]) => dueMs - otherMs || (one < other ? -1 : 1))
    .slice(0, SILENCE.atOnce);
}
