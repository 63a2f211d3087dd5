import { describe, expect, test } from "vitest";
import { formatTyped, isBeginning, rangeProblem, readTyped, stepped } from "./typed-number";

describe("what is typed", () => {
  test.each([
    ["1200", 1200],
    ["1,200", 1200],
    ["1 200", 1200],
    ["1’200", 1200],
    [" 0.25 ", 0.25],
    [".5", 0.5],
    ["7.", 7],
    ["-3", -3],
    ["0,5", 0.5],
    ["12,75", 12.75],
    ["1200,5", 1200.5],
    ["1,200.5", 1200.5],
    ["1,200,000", 1_200_000],
  ])("%j is %d", (text, value) => {
    expect(readTyped(text)).toBe(value);
  });

  test.each(["-", ".", ",", "abc", "1e3", "0x10", "1.2.3", "1,2,3", "12a", "∞", "1,20,000"])(
    "%j is no number",
    (text) => {
      expect(readTyped(text)).toBeNaN();
    },
  );

  test.each(["", "  "])("%j is nothing", (text) => {
    expect(readTyped(text)).toBeNull();
  });

  test.each(["", "-", "1", "1,", "1,20", "0.", ".5", " 7", "1 200"])("%j may be typed", (text) => {
    expect(isBeginning(text)).toBe(true);
  });

  test.each(["a", "1e", "--1", "1-", "+1", "5%"])("%j may not", (text) => {
    expect(isBeginning(text)).toBe(false);
  });

  test("what stands in the field is read as the same number", () => {
    for (const value of [0, 0.01, 0.1, 7, 1_200, 1_000_000, -3]) {
      expect(readTyped(formatTyped(value))).toBe(value);
    }
    for (const nothing of [null, Number.NaN]) expect(formatTyped(nothing)).toBe("");
  });
});

describe("the next number", () => {
  const whole = { min: 1, max: 100, step: 1 };
  const hundredths = { min: 0, max: 1, step: 0.01 };

  test.each([
    [5, 1, whole, 6],
    [5, -1, whole, 4],
    [5.5, 1, whole, 6],
    [5.5, -1, whole, 5],
    [100, 1, whole, 100],
    [1, -1, whole, 1],
    [500, -1, whole, 100],
    [null, 1, whole, 1],
    [Number.NaN, -1, whole, 1],
    [0.07, 1, hundredths, 0.08],
    [0.29, -1, hundredths, 0.28],
  ] as const)("from %s by %s", (value, direction, range, next) => {
    expect(stepped(value, direction, range)).toBe(next);
  });
});

test.each([
  [null, { min: 1, max: 9, step: 1 }, undefined],
  [9, { min: 1, max: 9, step: 1 }, undefined],
  [-3, { min: 1, max: 1_000_000, step: 1 }, "Enter a whole number from 1 to 1,000,000."],
  [1.5, { min: 1, max: 9, step: 1 }, "Enter a whole number from 1 to 9."],
  [Number.NaN, { min: 0, max: 1, step: 0.1 }, "Enter a number from 0 to 1."],
  [0.15, { min: 0, max: 1, step: 0.1 }, undefined],
  [-1, { min: 0, max: Number.MAX_SAFE_INTEGER, step: 1 }, "Enter a whole number of at least 0."],
])("%s within %j: %s", (value, range, problem) => {
  expect(rangeProblem(value, range)).toBe(problem);
});
