import { expect, test } from "vitest";
import { outflowRaise } from "./outflow-raise";

test.each([
  [{ from: 120, to: 900_000, waiting: 5_000 }, true, 120, 5_000],
  [{ from: 120, to: 241, waiting: 5_000 }, true, 120, 241],
  [{ from: 120, to: 240, waiting: 5_000 }, false, 120, 240],
  [{ from: 120, to: 1, waiting: 5_000 }, false, 120, 1],
  [{ from: 1, to: 3, waiting: 0 }, true, 0, 0],
  [{ from: 120, to: 600, waiting: 50 }, true, 50, 50],
])("%j", (change, isLarge, admittedBefore, admittedAfter) => {
  expect(outflowRaise(change)).toEqual({ isLarge, admittedBefore, admittedAfter });
});
