import { expect, test } from "vitest";
import { sparkPath } from "./spark-path";

test("a sparkline goes from left to right, with its largest value at the top", () => {
  expect(sparkPath([0, 5, 10])).toBe("M0 22.5L48 12L96 1.5");
});

test("what is not known is a gap, and a value that stands alone a dot", () => {
  expect(sparkPath([10, 10, null, 0, null])).toBe("M0 1.5L24 1.5M72 22.5h0");
  expect(sparkPath([null, null])).toBe("");
  expect(sparkPath([0])).toBe("M0 22.5h0");
});
