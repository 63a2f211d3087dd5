import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "./figures";
import { OutflowAllowed } from "./outflow-allowed";
import { outflowInForce } from "./outflow-in-force";

const START_MINUTE = 29_000_000;
const START_MS = START_MINUTE * MINUTE_MS;
const MINUTES = 8;

/** What somebody sets, and what then is in force: the line follows within four seconds. */
const history = fc
  .array(
    fc.record({
      atMs: fc.integer({ min: 0, max: MINUTES * MINUTE_MS - 10_000 }).map((ms) => START_MS + ms),
      to: fc.integer({ min: 1, max: 900 }),
      followedMs: fc.integer({ min: 0, max: 4_000 }),
    }),
    { maxLength: 6 },
  )
  .map((sets) => sets.toSorted((a, b) => a.atMs - b.atMs))
  .filter((sets) => sets.every(({ atMs }, at) => atMs - (sets[at - 1]?.atMs ?? 0) > 5_000));

const first = fc.integer({ min: 1, max: 900 });
type Set = { readonly atMs: number; readonly to: number; readonly followedMs: number };

function allowedAt(start: number, sets: readonly Set[], ms: number): number | null {
  const changes = sets.map(({ atMs, to }, at) => ({ atMs, to, from: sets[at - 1]?.to ?? start }));
  const inForceAt = (at: number) =>
    sets.findLast(({ atMs, followedMs }) => atMs + followedMs <= at)?.to ?? start;
  const samples = Array.from({ length: MINUTES }, (_, index) => {
    const minute = START_MINUTE + index;
    return [minute, inForceAt((minute + 1) * MINUTE_MS - 1)] as const;
  });
  const inForce = outflowInForce(samples, changes);
  return new OutflowAllowed({
    ...{ startMs: START_MS, outflow: [], inForce, safetyNetPerMinute: 0, lanes: [] },
  }).at(ms);
}

/** Every outflow that was in force in a span. */
function within(start: number, sets: readonly Set[], [fromMs, untilMs]: readonly [number, number]) {
  const since = sets.map(({ atMs, to, followedMs }) => [atMs + followedMs, to] as const);
  const before = since.findLast(([at]) => at <= fromMs)?.[1] ?? start;
  return [before, ...since.flatMap(([at, to]) => (at > fromMs && at <= untilMs ? [to] : []))];
}

describe("what 60 seconds allow", () => {
  test("is the largest outflow in force within them, give or take what the line takes to follow", () => {
    const moment = fc.integer({ min: MINUTE_MS, max: MINUTES * MINUTE_MS });
    fc.assert(
      fc.property(first, history, moment, (start, sets, afterMs) => {
        const ms = START_MS + afterMs;
        const allowed = allowedAt(start, sets, ms) ?? 0;
        const least = Math.max(...within(start, sets, [ms - MINUTE_MS, ms]));
        const most = Math.max(...within(start, sets, [ms - MINUTE_MS - 64_000, ms + 64_000]));
        expect(allowed).toBeGreaterThanOrEqual(least);
        expect(allowed).toBeLessThanOrEqual(most);
      }),
      { numRuns: 2_000 },
    );
  });

  test("is what was set, a minute after it was lowered", () => {
    const sets = [{ atMs: START_MS + 80_000, to: 3, followedMs: 700 }];
    const at = (seconds: number) => allowedAt(60, sets, START_MS + seconds * 1_000);
    expect([at(80), at(140), at(146)]).toEqual([60, 60, 3]);
  });

  test("is the most of what may have been where nobody set what is in force", () => {
    const samples = [
      [START_MINUTE, 60],
      [START_MINUTE + 1, 20],
    ] as const;
    const inForce = outflowInForce(samples, []);
    const from = START_MS + MINUTE_MS;
    expect(inForce).toEqual([
      [0, 60],
      [from + MINUTE_MS, 20],
    ]);
  });
});
