import { expect, test } from "vitest";
import { passedNumbers } from "./passed-numbers";

test("who begins to want to know is told of what comes", () => {
  expect(passedNumbers(null, { called: 9, noShows: 4 })).toEqual({ told: 4, changes: [] });
});

test.each([
  [4, { called: 12, noShows: 7 }, [9, 3, 12]],
  [0, { called: 2, noShows: 5 }, [0, 5, 2]],
  [7, { called: 12, noShows: 7 }, null],
  // A loss may have undone some.
  [7, { called: 12, noShows: 5 }, null],
] as const)("after %s: %j", (told, seen, expected) => {
  const { told: now, changes } = passedNumbers(told, seen);
  expect(now).toBe(seen.noShows);
  expect(changes.map(({ data }) => Object.values(data))).toEqual(expected ? [expected] : []);
});
