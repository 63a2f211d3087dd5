import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectedWaitSeconds } from "./expected-wait";
import type { Pace } from "./pace";

/** Hardly anybody leaves on the way. */
const NOBODY = 1e-9;

describe("the expected wait", () => {
  test("is the way ahead at the fast and at the slow pace", () => {
    const pace = [20, 10, 0, NOBODY] as const;
    const wait = expectedWaitSeconds(1_199, { outflow: 60, pace });
    expect(wait?.low).toBeCloseTo(60, 3);
    expect(wait?.high).toBeCloseTo(120, 3);
  });

  test("is wider where the line is unsteady, the more so for who is next: chance evens out", () => {
    const widthOf = (ahead: number) => {
      const wait = expectedWaitSeconds(ahead, { outflow: 600, pace: [10, 10, 0.25, NOBODY] });
      return wait === null ? Number.NaN : (wait.high - wait.low) / 2;
    };
    expect(widthOf(3_999)).toBeCloseTo(10, 3);
    expect(widthOf(99)).toBeCloseTo(Math.sqrt(0.25 * 10), 3);
  });

  test("is shorter where people leave on the way", () => {
    const pace = [10, 10, 0, 0.01 / 60] as const;
    const wait = expectedWaitSeconds(17_999, { outflow: 600, pace });
    // Half an hour with everybody; with one in a hundred leaving each minute, 26 minutes.
    expect(wait?.high).toBeCloseTo((Math.log(1.3) / 0.01) * 60, 3);
  });

  test("without a pace holds for lines in which all come, and in which one in four does", () => {
    const wait = expectedWaitSeconds(5_999, { outflow: 600 });
    expect(wait?.low).toBeLessThan(0.25 * 600);
    expect(wait?.high).toBeGreaterThan(600);
  });

  test("is unknown while nobody is let in", () => {
    expect(expectedWaitSeconds(5, { outflow: 0, pace: [10, 5, 0.1, 0.001] })).toBeNull();
  });

  test("is a range from nothing on, and longer for whoever stands further back", () => {
    const figure = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const paces = fc.record({
      slow: figure(0.01, 1_000),
      ratio: figure(1, 50),
      unsteady: figure(0, 50),
      leaving: figure(1e-6, 0.01),
    });
    fc.assert(
      fc.property(paces, fc.nat(1_000_000), ({ slow, ratio, unsteady, leaving }, ahead) => {
        const pace: Pace = [slow * ratio, slow, unsteady, leaving];
        const [one, next] = [ahead, ahead + 1].map((n) =>
          expectedWaitSeconds(n, { outflow: 60, pace }),
        );
        expect(one?.low).toBeGreaterThanOrEqual(0);
        expect(one?.low).toBeLessThanOrEqual(one?.high ?? -1);
        expect(Number.isFinite(one?.high)).toBe(true);
        expect(next?.high).toBeGreaterThanOrEqual(one?.high ?? Infinity);
      }),
    );
  });
});
