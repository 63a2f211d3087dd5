import { distanceTo } from "./distance";
import type { PublicLine } from "./public-line";

const LONGEST_MS = 60_000;
const HIDDEN_FACTOR = 2;

/**
 * How long a browser sleeps before it reads `line.json` again. Never longer than half of the shortest
 * time in which the serving number can come near (its speed limit is published and kept), so that
 * nobody sleeps through their turn; at the front 1 to 1.5 s. A hidden tab sleeps up to twice as long
 * where that is safe. `random` is in [0, 1) and spreads browsers evenly.
 */
export function sleepMs(input: {
  readonly line: PublicLine;
  /** Null before the visitor has a number. */
  readonly number: number | null;
  readonly hidden: boolean;
  readonly random: number;
}): number {
  const { line, number, hidden, random } = input;
  const jitter = 0.9 + 0.2 * random;
  const untilStart =
    line.startAt !== null && line.phase !== "running" ? line.startAt - line.now : 0;
  if (untilStart > 0) return bounded(0.5 * untilStart, 1_000) * jitter;
  if (number === null || line.phase === "drawing") return 5_000 * jitter;
  if (line.method === "random") return 15_000 * jitter;
  const distance = distanceTo(line, number);
  if (distance <= 0) return 1_000 + 500 * random;
  const untilNearMs = ((distance - line.near) / line.speed) * 1_000;
  if (untilNearMs <= 0) return distance <= line.slots * 10 ? 1_000 + 500 * random : 2_000 * jitter;
  const safeMs = 0.5 * untilNearMs;
  const usualMs = Math.min(safeMs, hidden ? LONGEST_MS : LONGEST_MS / HIDDEN_FACTOR);
  return bounded(usualMs, 2_000) * jitter;
}

function bounded(ms: number, leastMs: number): number {
  return Math.min(LONGEST_MS, Math.max(leastMs, ms));
}
