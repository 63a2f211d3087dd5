import fc from "fast-check";
import { expect, test } from "vitest";
import { testLanes } from "@/test/lanes";
import { aheadByLane, sharesOf } from "./lane-ahead";

test("an ordered lane waits for those before it and for nobody behind it", () => {
  expect(aheadByLane(testLanes("ordered", 3), [4, 10, 7])).toEqual([4, 14, 21]);
});

test("weighted lanes share: who joins a lane waits for as many of each other as go in beside its own", () => {
  // Weights 10 and 40.
  const lanes = testLanes("weighted", 2);
  // The newcomer is the tenth of the own lane; in ten turns of it the other gets forty, if it has so many.
  expect(aheadByLane(lanes, [9, 100])[0]).toBe(49);
  expect(aheadByLane(lanes, [9, 12])[0]).toBe(21);
  expect(aheadByLane(lanes, [9, 39])[1]).toBe(48);
  expect(aheadByLane(lanes, [100, 39])[1]).toBe(49);
});

const anyLanes = fc.record({
  mode: fc.constantFrom("ordered" as const, "weighted" as const),
  waiting: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 8 }),
});

test("nobody waits for fewer than are in the own lane, or for more than there are in all", () => {
  fc.assert(
    fc.property(anyLanes, ({ mode, waiting }) => {
      const all = waiting.reduce((sum, count) => sum + count, 0);
      for (const [lane, ahead] of aheadByLane(testLanes(mode, waiting.length), waiting).entries()) {
        expect(ahead).toBeGreaterThanOrEqual(waiting[lane] ?? 0);
        expect(ahead).toBeLessThanOrEqual(all + 1e-6);
      }
    }),
  );
});

test("one lane is as if there were none", () => {
  for (const mode of ["ordered", "weighted"] as const) {
    expect(aheadByLane(testLanes(mode, 1), [12])).toEqual([12]);
  }
});

test("shares add up to one; ordered lanes have none", () => {
  expect(sharesOf(testLanes("weighted", 2))).toEqual([0.2, 0.8]);
  expect(sharesOf(testLanes("ordered", 2))).toEqual([null, null]);
});
