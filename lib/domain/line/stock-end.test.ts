import { describe, expect, test } from "vitest";
import { SINGLE_LANE } from "@/lib/domain/lane/lane";
import { testLanes } from "@/test/lanes";
import { type CountedLine, mayStockEnd } from "./stock-end";

const TWO_EACH = { unitsPerAdmission: 2, lanes: SINGLE_LANE };

/** 60 a minute; the first 100 numbers were called, and are in. */
const lane = (last: number, called = 0) => ({
  servingNumber: 100,
  lastNumber: last,
  holes: [],
  waiting: last - 100 + called,
  present: last - 100 + called,
});
const lineOf = (
  stock: number | null,
  ...lanes: readonly ReturnType<typeof lane>[]
): CountedLine => ({
  stock,
  outflowPerMinute: 60,
  present: lanes.reduce((sum, { present }) => sum + present, 0),
  lanes,
});
/** The first number of a lane that is told that nothing may be left; null for nobody. */
function firstTold(line: CountedLine, settings = TWO_EACH, index = 0): number | null {
  const last = line.lanes[index]?.lastNumber ?? 0;
  for (let number = 1; number <= last; number += 1)
    if (mayStockEnd(settings, line, { lane: index, number })) return number;
  return null;
}

describe("whoever stands behind what is left", () => {
  test.each([
    ["40 units are 20 orders", 40, 121],
    ["the last unit is an order, too", 41, 122],
    ["nothing is left but what others have reserved", 0, 1],
    ["there is enough for everybody", 400, null],
    ["nothing is counted", null, null],
  ])("is told so, and nobody before them: %s", (_, stock, first) => {
    expect(firstTold(lineOf(stock, lane(300)))).toBe(first);
  });

  test("is told as soon as others were called who are not in", () => {
    // As many as are called at a time.
    expect(firstTold(lineOf(40, lane(300, 3)))).toBe(118);
  });

  test("is not frightened by everybody who went away before their turn: few of those come back at a time", () => {
    const first = firstTold(lineOf(40, lane(300, 5_000))) ?? 0;
    expect(first).toBeGreaterThan(100 + 20 * 0.6);
    expect(first).toBeLessThan(100 + 20 * 0.8);
  });

  test("does not count numbers that nobody holds", () => {
    const holes = [[111, 160]] as const;
    const line = { ...lane(300), holes, waiting: 150 };
    expect(firstTold({ ...lineOf(40), lanes: [line] })).toBe(171);
  });
});

describe("those of other lanes count as far as they go in before", () => {
  test("in ordered lanes all of the higher ones, and none of the lower", () => {
    const settings = { ...TWO_EACH, lanes: testLanes("ordered", 2) };
    const line = lineOf(40, lane(115), lane(300));
    expect(firstTold(line, settings, 0)).toBeNull();
    expect(firstTold(line, settings, 1)).toBe(106);
  });

  test("in weighted lanes as many as have their turn meanwhile", () => {
    const settings = { ...TWO_EACH, lanes: testLanes("weighted", 2) };
    // Weights 10 and 40: beside each of the first lane go four of the other.
    const line = lineOf(40, lane(300), lane(300));
    expect(firstTold(line, settings, 0)).toBe(105);
    expect(firstTold(line, settings, 1)).toBe(117);
  });
});

test("by chance everybody else may be first", () => {
  const told = (stock: number) =>
    mayStockEnd(TWO_EACH, lineOf(stock, lane(120)), { lane: 0, number: null });
  expect([38, 39].map(told)).toEqual([true, false]);
});
