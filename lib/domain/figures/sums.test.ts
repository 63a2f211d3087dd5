import fc from "fast-check";
import { expect, test } from "vitest";
import { countedIn, placeSums, runSums } from "./sums";

test("who was called and is none of the others did not come", () => {
  const counted = { joined: 20, admitted: 9, left: 2, removed: 1, waiting: 5 };
  expect(runSums(counted, 26)).toEqual({
    ...{ arrived: 26, turnedAway: 6 },
    ...{ joined: 20, admitted: 9, waiting: 5, left: 2, noShows: 3, removed: 1 },
  });
});

test("whoever was let in past the line has no number", () => {
  const totals = { joins: 9, "admitted-queue": 3, "admitted-safetynet": 2, "admitted-bypass": 7 };
  expect(placeSums(countedIn(totals))).toMatchObject({ joined: 9, admitted: 5, noShows: 4 });
});

const count = fc.nat(1_000);
const counted = fc.record({
  ...{ joined: count, admitted: count, left: count, removed: count, waiting: count },
});

test("whatever a loss has taken along, the sums add up, and nothing is below zero", () => {
  fc.assert(
    fc.property(counted, count, (counts, arrivals) => {
      const sums = runSums(counts, arrivals);
      const { arrived, turnedAway, joined, admitted, waiting, left, noShows, removed } = sums;
      expect(arrived).toBe(joined + turnedAway);
      expect(joined).toBe(admitted + waiting + left + noShows + removed);
      expect(Math.min(...Object.values(sums))).toBeGreaterThanOrEqual(0);
      expect(sums).toMatchObject({ admitted: counts.admitted, left: counts.left });
    }),
  );
});
