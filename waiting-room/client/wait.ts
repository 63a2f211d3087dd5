import { aheadOf } from "@/lib/domain/line/distance";
import { expectedWaitSeconds, type WaitRange } from "@/lib/domain/line/expected-wait";
import { expectedWaitRandom } from "@/lib/domain/line/expected-wait-random";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { fill, type Texts } from "./texts";

/** How many stood ahead at a moment of line time. */
type Sighting = { readonly atMs: number; readonly ahead: number };

/** The expected wait as it is shown, and what it rests on. */
export type Wait = {
  /** Null while nothing can be said. */
  readonly range: WaitRange | null;
  /** Why the range was allowed to grow, and the upper end it has to come back to. */
  readonly grown: { readonly why: "paused" | "slowed"; readonly fromHigh: number } | null;
  readonly sightings: readonly Sighting[];
  readonly wasPaused: boolean;
};

export const NO_WAIT: Wait = { range: null, grown: null, sightings: [], wasPaused: false };

/** A pace is trusted after a minute and forgotten after three. */
const TRUSTED_MS = 60_000;
const KEPT_MS = 180_000;
const APART_MS = 5_000;

/**
 * The expected wait after one more look at the line. It shrinks or holds; it grows only when the new
 * range lies wholly above the one shown, and then says why. A pause stops it.
 */
export function nextWait(before: Wait, line: PublicLine, number: number): Wait {
  if (line.paused) return { ...before, sightings: [], wasPaused: true };
  if (line.method === "random")
    return { ...before, ...held(before, randomRange(line)), sightings: [] };
  const ahead = aheadOf(line, number);
  const sightings = sighted(before.sightings, { atMs: line.now, ahead });
  const seen = pacePerMinute(sightings);
  const range = expectedWaitSeconds({
    ahead,
    outflowPerMinute: line.outflow,
    admittedLastMinute: Math.max(seen, line.measured),
    saturated: seen > 0,
  });
  return { ...held(before, range), sightings };
}

function randomRange({ measured, waiting }: PublicLine): WaitRange | null {
  const wait = expectedWaitRandom({ admittedPerMinute: measured, waiting });
  if (wait.type === "unknown") return null;
  return wait.type === "under-a-minute"
    ? { low: 0, high: 60 }
    : { low: wait.p25 * 60, high: wait.p75 * 60 };
}

function held(before: Wait, range: WaitRange | null): Wait {
  const shown = before.range;
  if (shown === null || range === null) return { ...before, range };
  if (range.low > shown.high) {
    const why = before.wasPaused ? "paused" : "slowed";
    return { ...before, range, wasPaused: false, grown: { why, fromHigh: shown.high } };
  }
  const high = Math.min(shown.high, range.high);
  const grown = before.grown !== null && high <= before.grown.fromHigh ? null : before.grown;
  return { ...before, range: { low: Math.min(shown.low, range.low), high }, grown };
}

function sighted(before: readonly Sighting[], sighting: Sighting): readonly Sighting[] {
  const newest = before[before.length - 1];
  if (newest !== undefined && sighting.atMs - newest.atMs < APART_MS) return before;
  return [...before.filter((one) => one.atMs >= sighting.atMs - KEPT_MS), sighting];
}

/** Numbers per minute that really went by, no-shows included; 0 before it can be trusted. */
function pacePerMinute(sightings: readonly Sighting[]): number {
  const [oldest] = sightings;
  const newest = sightings[sightings.length - 1];
  if (oldest === undefined || newest === undefined) return 0;
  const elapsedMs = newest.atMs - oldest.atMs;
  return elapsedMs < TRUSTED_MS ? 0 : ((oldest.ahead - newest.ahead) / elapsedMs) * 60_000;
}

/** A range as people say it, never as a single minute: "6–9 minutes", "1–1.5 hours". */
export function waitText(range: WaitRange | null, texts: Texts): string {
  if (range === null) return texts.waitUnknown;
  if (range.high <= 60) return texts.waitShort;
  const minutes = inSteps(range.low / 60, range.high / 60, stepMinutes(range.high / 60));
  if (minutes.high > 120) {
    const hours = inSteps(range.low / 3600, range.high / 3600, 0.5);
    return fill(texts.waitHours, { low: `${hours.low}`, high: `${hours.high}` });
  }
  const values = { low: `${minutes.low}`, high: `${minutes.high}` };
  return fill(minutes.low === 0 ? texts.waitUpTo : texts.waitMinutes, values);
}

function stepMinutes(minutes: number): number {
  return minutes <= 20 ? 1 : 5;
}

function inSteps(low: number, high: number, step: number): WaitRange {
  const down = Math.floor(low / step) * step;
  return { low: down, high: Math.max(Math.ceil(high / step) * step, down + step) };
}
