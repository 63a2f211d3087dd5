import { expect, test } from "vitest";
import { abandonmentOf, type ComparedRun, compareRuns } from "./compare-runs";

const SPRING: ComparedRun = {
  ...{ arrived: 160, turnedAway: 20, joined: 140, admitted: 100 },
  ...{ waiting: 5, left: 21, noShows: 14, removed: 0 },
  ...{ peakWaiting: 90, medianMinutes: 4, slowestTenthMinutes: 9, longestMinutes: 12 },
};
const SUMMER: ComparedRun = { ...SPRING, arrived: 200, turnedAway: 60, medianMinutes: null };

function rowOf(one: ComparedRun, other: ComparedRun, figure: string) {
  return compareRuns(one, other).find((row) => row.figure === figure);
}

test("each figure of two runs stands beside the other's, with what this one has more", () => {
  expect(rowOf(SUMMER, SPRING, "arrived")).toEqual({
    ...{ figure: "arrived", unit: "count", ofThis: 200, ofOther: 160, difference: 40 },
  });
  expect(rowOf(SPRING, SUMMER, "arrived")?.difference).toBe(-40);
  expect(rowOf(SPRING, SPRING, "longestMinutes")).toMatchObject({ ofThis: 12, difference: 0 });
});

test("where a figure is unknown in one run there is no difference", () => {
  expect(rowOf(SUMMER, SPRING, "medianMinutes")).toMatchObject({
    ...{ ofThis: null, ofOther: 4, difference: null },
  });
});

test("cancelled places are told where there were any", () => {
  expect(rowOf(SPRING, SUMMER, "removed")).toBeUndefined();
  expect(rowOf(SPRING, { ...SUMMER, removed: 2 }, "removed")?.difference).toBe(-2);
});

test("abandonment is who left or did not come, of those who joined", () => {
  expect(abandonmentOf(SPRING)).toBe(0.25);
  expect(abandonmentOf({ joined: 0, left: 0, noShows: 0 })).toBeNull();
  expect(rowOf({ ...SPRING, joined: 70 }, SPRING, "abandonment")).toMatchObject({
    ...{ unit: "share", ofThis: 0.5, ofOther: 0.25, difference: 0.25 },
  });
});
