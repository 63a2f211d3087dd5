import { describe, expect, test } from "vitest";
import { addSeen, always, inForce, type Seen } from "./history";
import { countInversions, maxActiveRatio, maxSlidingRatio } from "./measures";

function history<Value>(...looks: readonly (readonly [number, Value])[]): Seen<Value>[] {
  const seen: Seen<Value>[] = [];
  for (const [atMs, value] of looks) addSeen(seen, value, atMs);
  return seen;
}

test("a value may be in force from the last look at the old one to the first at the new one", () => {
  const seen = history([0, 600], [50, 600], [100, 300], [150, 300]);
  expect(inForce(seen, 60, 60)).toEqual([600, 300]);
  expect(inForce(seen, 20, 40)).toEqual([600]);
  expect(inForce(seen, 101, 9_999)).toEqual([300]);
});

describe("the largest minute", () => {
  test("is found wherever it begins", () => {
    const times = [0, 30_000, 59_999, 60_000, 60_001];
    expect(maxSlidingRatio(times, always(4))).toBe(1);
    expect(maxSlidingRatio(times, always(2))).toBe(2);
  });

  test("counts against the largest outflow in it, and against the small one once it is alone", () => {
    const outflow = history([0, 10], [50, 10], [100, 2], [150, 2]);
    expect(maxSlidingRatio([0, 10, 20, 30], outflow)).toBe(0.4);
    expect(maxSlidingRatio([110, 120, 130], outflow)).toBe(1.5);
  });
});

describe("the active cap", () => {
  const seats = [
    { takenAtMs: 0, endsAtMs: 100 },
    { takenAtMs: 10, endsAtMs: 50 },
    { takenAtMs: 50, endsAtMs: 150 },
  ];

  test("counts a seat until it is given back or ends", () => {
    expect(maxActiveRatio(seats, always<number | null>(2))).toBe(1);
    expect(maxActiveRatio(seats, always<number | null>(1))).toBe(2);
  });

  test("counts those who came before the cap", () => {
    const cap = history<number | null>([0, null], [20, null], [30, 1], [60, 1]);
    expect(maxActiveRatio(seats, cap)).toBe(2);
    expect(maxActiveRatio(seats.slice(0, 2), cap)).toBe(0);
  });
});

describe("inversions", () => {
  const entrant = (rank: number, askedAtMs: number, admittedAtMs: number) => {
    return { rank, askedAtMs, admittedAtMs };
  };

  test.each([
    [1, entrant(1, 0, 50), entrant(102, 0, 40)],
    [0, entrant(1, 0, 50), entrant(101, 0, 40)],
    [0, entrant(1, 45, 50), entrant(102, 0, 40)],
    [0, entrant(1, 0, 30), entrant(102, 0, 40)],
  ])(
    "need a lower number by more than ten seconds that asked before and came in after: %i",
    (count, ...pair) => {
      expect(countInversions(pair, always(600))).toBe(count);
    },
  );

  test("count against the larger outflow where it changed in between", () => {
    const outflow = history([0, 600], [10, 600], [20, 3_000], [30, 3_000]);
    const pair = [entrant(1, 5, 50), entrant(200, 0, 40)];
    expect(countInversions(pair, outflow)).toBe(0);
  });
});
