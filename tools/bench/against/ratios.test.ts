import { describe, expect, test } from "vitest";
import { ratiosOf, worseFigures } from "./ratios";

describe("figures that are worse", () => {
  test("are those that lose more than the tolerance, whichever way is better", () => {
    const ratios = {
      joinPerSecond: 0.89,
      linePerSecond: 0.91,
      joinMicroseconds: 1.11,
      startMs: 0.5,
    };
    expect(worseFigures({ ratios, tolerance: 0.1 })).toEqual(["joinPerSecond", "joinMicroseconds"]);
  });

  test("are all that differ, where nothing may", () => {
    const ratios = { bytes: 1, requests: 0.5, thirdParty: 1.001 };
    expect(worseFigures({ ratios, tolerance: 0 })).toEqual(["requests", "thirdParty"]);
  });

  test("are those that were not measured", () => {
    expect(worseFigures({ ratios: { startMs: Number.NaN }, tolerance: 0.1 })).toEqual(["startMs"]);
  });
});

test("a ratio is ours over theirs; nothing over nothing is the same", () => {
  expect(ratiosOf({ a: 3, b: 0 }, { a: 2, b: 0 })).toEqual({ a: 1.5, b: 1 });
  expect(ratiosOf({ extra: 1 }, {})).toEqual({ extra: Number.POSITIVE_INFINITY });
});
