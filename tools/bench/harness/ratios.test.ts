import { describe, expect, test } from "vitest";
import { ratiosOfRanges, worseFigures } from "./ratios";

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

describe("a ratio", () => {
  test("is ours over theirs", () => {
    expect(ratiosOfRanges([{ bytes: 30 }], [{ bytes: 20 }])).toEqual({ bytes: 1.5 });
    expect(ratiosOfRanges([{ extra: 1 }], [{}])).toEqual({ extra: Number.POSITIVE_INFINITY });
  });

  test("is 1 where a figure that varies may be the same", () => {
    const theirs = [{ bytes: 100 }, { bytes: 102 }];
    expect(ratiosOfRanges([{ bytes: 102 }, { bytes: 103 }], theirs)).toEqual({ bytes: 1 });
    expect(ratiosOfRanges([{ bytes: 103 }, { bytes: 103 }], theirs)["bytes"]).toBeGreaterThan(1);
    expect(ratiosOfRanges([{ bytes: 0 }], [{ bytes: 0 }])).toEqual({ bytes: 1 });
  });
});
