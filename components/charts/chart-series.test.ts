import { describe, expect, test } from "vitest";
import { type ChartSeries, highestOf, niceTop, piecesOf, valueAt } from "./chart-series";
import { ticksOf } from "./chart-words";

const window = { fromMs: 0, untilMs: 4_000 };
const line = (
  values: ChartSeries["values"],
  shape: ChartSeries["shape"] = "line",
): ChartSeries => ({
  key: "one",
  label: "One",
  colour: "black",
  shape,
  fromMs: 0,
  stepMs: 1_000,
  values,
});

describe("a line", () => {
  test("breaks where nothing is known, and a step alone can still be seen", () => {
    const pieces = piecesOf(line([10, 20, null, 40]), window, 40);
    expect(pieces).toEqual([
      [
        { x: 125, y: 75 },
        { x: 375, y: 50 },
      ],
      [
        { x: 750, y: 0 },
        { x: 1_000, y: 0 },
      ],
    ]);
  });

  test("of a setting changes at once, not on the way from one step to the next", () => {
    const [piece] = piecesOf(line([10, 40], "limit"), window, 40);
    expect(piece?.map(({ x }) => x)).toEqual([0, 250, 250, 500]);
  });

  test("has no value in a gap, nor before or after what it has", () => {
    const one = line([10, null]);
    expect([-1, 0, 999, 1_000, 2_000].map((atMs) => valueAt(one, atMs))).toEqual([
      null,
      10,
      10,
      null,
      null,
    ]);
  });
});

test("bars that stand on each other fit on the scale together", () => {
  expect(highestOf([line([3, 5], "bars"), line([4, 1], "bars"), line([6, null])])).toBe(7);
});

test.each([
  [0, "count", 4],
  [7, "count", 10],
  [2_100, "count", 2_500],
  [1_000_000, "count", 1_000_000],
  [70, "seconds", 120],
  [400_000, "seconds", 432_000],
] as const)("a scale on which %i (%s) fits ends at %i", (highest, unit, top) => {
  expect(niceTop(highest, unit)).toBe(top);
});

test("days begin where the clocks of the zone say so, and there are few words", () => {
  const fromMs = Date.UTC(2026, 10, 1);
  const ticks = ticksOf({ fromMs, untilMs: fromMs + 5 * 86_400_000 }, "Asia/Kolkata");
  expect(ticks.map(({ atMs }) => new Date(atMs).toISOString().slice(11, 16))).toEqual(
    Array.from({ length: 5 }, () => "18:30"),
  );
  for (const days of [0.01, 1, 40, 4_000]) {
    expect(
      ticksOf({ fromMs, untilMs: fromMs + days * 86_400_000 }, "UTC").length,
    ).toBeLessThanOrEqual(80);
  }
});
