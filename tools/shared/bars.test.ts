import { describe, expect, test } from "vitest";
import { atLeast, atMost, type Bars, beyond, is, judge, wordsOf } from "./bars";

const FIGURES = {
  lost: 0,
  isOver: true,
  counts: { "joins.0": 3, refused: 7 },
  runs: { first: { seconds: 2 }, second: { seconds: 9 } },
};

function missed(bars: Bars): string[] {
  return judge(FIGURES, bars)
    .filter(({ isMet }) => !isMet)
    .map(({ path }) => path);
}

describe("a bar", () => {
  test.each<[string, Bars]>([
    ["a figure", { lost: atMost(0) }],
    ["what is so or not", { isOver: is(true) }],
    ["a member of a group", { "counts.refused": atLeast(7) }],
    ["a name with dots", { "counts.joins.0": is(3) }],
    ["every member", { "runs.*.seconds": atMost(9) }],
    ["a range", { "counts.refused": { atLeast: 7, atMost: 7 } }],
  ])("of %s is met", (_, bars) => {
    expect(missed(bars)).toEqual([]);
  });

  test.each<[string, Bars]>([
    ["a figure", { lost: atLeast(1) }],
    ["what is so or not", { isOver: is(false) }],
    ["another kind of figure", { lost: is(false) }],
    ["one member of several", { "runs.*.seconds": atMost(8) }],
    ["a range", { "counts.refused": { atLeast: 7.5, atMost: 9 } }],
    ["what was not measured", { unknown: atMost(1) }],
    ["a group that is not there", { "unknown.*.seconds": atMost(1) }],
    ["a group", { runs: atMost(1) }],
  ])("of %s is missed", (_, bars) => {
    expect(missed(bars)).toEqual(Object.keys(bars));
  });

  test("tells the member that is furthest from it", () => {
    expect(judge(FIGURES, { "runs.*.seconds": atMost(1) })[0]?.figure).toBe(9);
    expect(judge(FIGURES, { "runs.*.seconds": atLeast(5) })[0]?.figure).toBe(2);
  });

  test("says how far beyond it a figure is", () => {
    expect(beyond(10.5, atMost(10))).toBeCloseTo(0.05);
    expect(beyond(9, atLeast(10))).toBeCloseTo(0.1);
    expect(beyond(1, atMost(0))).toBe(Number.POSITIVE_INFINITY);
    expect(beyond(Number.NaN, atMost(10))).toBe(Number.POSITIVE_INFINITY);
    expect(beyond(undefined, atLeast(1))).toBe(Number.POSITIVE_INFINITY);
  });

  test("is told in words", () => {
    expect(wordsOf({ atLeast: 0.4, atMost: 0.7 })).toBe("at least 0.4, at most 0.7");
    expect(wordsOf(is(0))).toBe("0");
  });
});
