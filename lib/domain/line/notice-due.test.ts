import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distanceTo } from "./distance";
import { calledPerSecond, dueThrough } from "./notice-due";

const lane = (serving: number, holes: readonly (readonly [number, number])[] = []) => ({
  serving,
  holes,
});
const running = { untilStartMs: 0 };
const MINUTE = 60_000;

describe("whose turn comes within five minutes", () => {
  test.each([
    [10, 100, 3_100],
    [0.5, 100, 250],
    [0, 100, 100],
  ])("at %d a second, from %i: up to %i", (perSecond, serving, through) => {
    expect(dueThrough(lane(serving), perSecond, running)).toBe(through);
  });

  test("before the start the time until then is part of the wait", () => {
    expect(dueThrough(lane(0), 10, { untilStartMs: 6 * MINUTE })).toBe(0);
    expect(dueThrough(lane(0), 10, { untilStartMs: 5 * MINUTE })).toBe(0);
    expect(dueThrough(lane(0), 10, { untilStartMs: 4 * MINUTE })).toBe(600);
  });

  test("numbers that nobody holds take no time", () => {
    const range = fc
      .tuple(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 0, max: 900 }))
      .map(([from, length]) => [from, from + length] as const);
    fc.assert(
      fc.property(
        fc.array(range, { maxLength: 4 }),
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 1, max: 20 }),
        (ranges, serving, perSecond) => {
          const holes = ranges
            .sort(([a], [b]) => a - b)
            .filter(([from], index, all) => index === 0 || from > (all[index - 1]?.[1] ?? 0) + 1);
          const through = dueThrough(lane(serving, holes), perSecond, running);
          const shown = { serving, holes };
          const isHeld = !holes.some(([from, to]) => through >= from && through <= to);
          if (isHeld) expect(distanceTo(shown, through)).toBe(300 * perSecond);
          expect(distanceTo(shown, through)).toBeLessThanOrEqual(300 * perSecond);
        },
      ),
    );
  });
});

describe("the pace of a lane", () => {
  const times = { nowMs: 1_000_000, sinceMs: 0, outflowPerMinute: 600 };

  test("is that of the last minute, whatever was before", () => {
    const stood = [
      { atMs: 100_000, serving: 0 },
      { atMs: 939_000, serving: 1_000 },
      { atMs: 970_000, serving: 1_300 },
    ];
    expect(calledPerSecond(stood, lane(1_600), times)).toBe(10);
  });

  test("is not that of the time before the start", () => {
    const stood = [
      { atMs: 100_000, serving: 0 },
      { atMs: 960_000, serving: 100 },
    ];
    const started = { ...times, sinceMs: 950_000 };
    expect(calledPerSecond(stood, lane(500), started)).toBe(10);
  });

  test("is not known before forty seconds, and nothing while the line stands", () => {
    expect(calledPerSecond([], lane(5), times)).toBeNull();
    expect(calledPerSecond([{ atMs: 961_000, serving: 1 }], lane(500), times)).toBeNull();
    expect(calledPerSecond([{ atMs: 400_000, serving: 70 }], lane(70), times)).toBe(0);
  });

  test("counts no numbers that a loss has skipped", () => {
    const stood = [{ atMs: 940_000, serving: 100 }];
    expect(calledPerSecond(stood, lane(1_000_700, [[101, 1_000_100]]), times)).toBe(10);
  });

  test("is watched for longer where slots are rare", () => {
    const stood = [{ atMs: 800_000, serving: 10 }];
    const rare = { ...times, outflowPerMinute: 2 };
    expect(calledPerSecond(stood, lane(14), rare)).toBeCloseTo(4 / 138.4, 3);
  });
});
