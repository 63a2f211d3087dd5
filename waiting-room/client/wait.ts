import { aheadOf } from "@/lib/domain/line/distance";
import { expectedWaitSeconds, type WaitRange } from "@/lib/domain/line/expected-wait";
import type { PublicLine } from "@/lib/domain/line/public-line";
import type { Words } from "./words";

/** The expected wait as it is shown, and what it rests on. */
export type Wait = {
  /** Null while nothing can be said. */
  readonly range: WaitRange | null;
  /** Why the range was allowed to grow, and the upper end it has to come back to. */
  readonly grown: { readonly why: "paused" | "slowed"; readonly fromHigh: number } | null;
  readonly wasPaused: boolean;
};

export const NO_WAIT: Wait = { range: null, grown: null, wasPaused: false };

/**
 * The expected wait after one more look at the line. In order of numbers its upper end comes down or holds; it rises
 * only when most of the new range lies above the one shown, and then says why. A pause stops it. In
 * random order, where waiting brings nobody nearer, `waitByChance` tells it.
 */
export function nextWait(before: Wait, line: PublicLine, number: number): Wait {
  if (line.paused) return { ...before, wasPaused: true };
  return line.method === "random"
    ? NO_WAIT
    : held(before, expectedWaitSeconds(aheadOf(line, number), line));
}

function held(before: Wait, range: WaitRange | null): Wait {
  const shown = before.range;
  if (shown === null || range === null) return { ...before, range };
  if (range.low + range.high > 2 * shown.high) {
    const why = before.wasPaused ? "paused" : "slowed";
    return { range, wasPaused: false, grown: { why, fromHigh: shown.high } };
  }
  const high = Math.min(shown.high, range.high);
  const grown = before.grown !== null && high <= before.grown.fromHigh ? null : before.grown;
  return { ...before, range: { low: range.low, high }, grown };
}

/** A range as people say it, never as a single minute: "6–9 minutes", "1–1.5 hours". */
export function waitText(range: WaitRange | null, { texts, say, format }: Words): string {
  if (range === null) return texts.waitUnknown;
  if (range.high <= 60) return texts.waitShort;
  const { low, high } = shownMinutes(range);
  if (high > 120) return format.duration("hour", low / 60, high / 60);
  if (low > 0) return format.duration("minute", low, high);
  return say(texts.waitUpTo, { wait: format.duration("minute", high) });
}

/** The time of day that a range means; empty where it is unknown or about to begin. */
export function turnText(
  range: WaitRange | null,
  nowMs: number,
  { texts, say, format }: Words,
): string {
  if (range === null || range.high <= 60) return "";
  const { low, high } = shownMinutes(range);
  const [from, to] = [low, high].map((minutes) => format.time(nowMs + minutes * 60_000, nowMs));
  if (low === 0 || from === undefined || to === undefined) return "";
  return say(texts.turnBetween, { from, to });
}

/** In whole minutes, in steps of five, or of half an hour: the longer, the less exact. */
function shownMinutes({ low, high }: WaitRange): WaitRange {
  const minutes = inSteps(low / 60, high / 60, stepMinutes(high / 60));
  return minutes.high > 120 ? inSteps(low / 60, high / 60, 30) : minutes;
}

function stepMinutes(minutes: number): number {
  return minutes <= 20 ? 1 : 5;
}

function inSteps(low: number, high: number, step: number): WaitRange {
  const down = Math.floor(low / step) * step;
  return { low: down, high: Math.max(Math.ceil(high / step) * step, down + step) };
}
