import { expect, test } from "vitest";
import { alternate, median, medianRatio, percentile } from "./medians";

test("the median is the middle, or the mean of the two in the middle", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(() => median([])).toThrow("nothing to rank");
});

test("a ratio is that of the round in the middle, whatever happens between the rounds", () => {
  expect(medianRatio([8, 40, 27], [10, 50, 30])).toBeCloseTo(0.8);
  expect(() => medianRatio([1], [1, 2])).toThrow("without a counterpart");
});

test("percentiles lie between the nearest ranks", () => {
  const hundred = Array.from({ length: 101 }, (_, index) => index);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile([10, 20], 0.75)).toBe(17.5);
});

test("measurements take turns, now in one order and now in the other", async () => {
  const order: string[] = [];
  const note = (name: string) => async () => order.push(name);
  const results = await alternate(2, { ours: note("ours"), bare: note("bare") });
  expect(order).toEqual(["ours", "bare", "bare", "ours"]);
  expect(results).toEqual({ ours: [1, 4], bare: [2, 3] });
});
