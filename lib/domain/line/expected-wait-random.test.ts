import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectedWaitRandom } from "./expected-wait-random";

describe("the expected wait in random order", () => {
  test("is 6.58 minutes for one half at a tenth per minute", () => {
    const wait = expectedWaitRandom({ admittedPerMinute: 100, waiting: 1_000 });
    expect(wait.type === "minutes" && wait.p50).toBeCloseTo(6.578_8, 4);
  });

  test("is unknown while nobody is let in, and under a minute when all can be", () => {
    expect(expectedWaitRandom({ admittedPerMinute: 0, waiting: 10 })).toEqual({ type: "unknown" });
    for (const waiting of [0, 10, 600]) {
      const wait = expectedWaitRandom({ admittedPerMinute: 600, waiting });
      expect(wait).toEqual({ type: "under-a-minute" });
    }
  });

  test("gives three finite moments in order", () => {
    const people = fc.integer({ min: 2, max: 10_000_000 });
    fc.assert(
      fc.property(people, fc.double({ min: 1e-6, max: 0.999, noNaN: true }), (waiting, share) => {
        const wait = expectedWaitRandom({ admittedPerMinute: waiting * share, waiting });
        if (wait.type !== "minutes") throw new Error(wait.type);
        expect(wait.p25).toBeGreaterThan(0);
        expect(wait.p50).toBeGreaterThan(wait.p25);
        expect(wait.p75).toBeGreaterThan(wait.p50);
        expect(Number.isFinite(wait.p75)).toBe(true);
        expect(1 - (1 - share) ** wait.p75).toBeCloseTo(0.75, 6);
      }),
    );
  });
});
