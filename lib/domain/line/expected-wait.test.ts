import { describe, expect, test } from "vitest";
import { expectedWaitSeconds } from "./expected-wait";

describe("the expected wait", () => {
  test("is the way ahead at the outflow before a pace is known, rather shorter than longer", () => {
    const wait = expectedWaitSeconds({ ahead: 599, outflowPerMinute: 600, pace: null });
    expect(wait?.low).toBeCloseTo(52.8, 9);
    expect(wait?.high).toBeCloseTo(61.8, 9);
  });

  test("is the way ahead at the measured pace, whatever the outflow says", () => {
    const pace = { perSecond: 10, seconds: 400, variance: 0.25 };
    const wait = expectedWaitSeconds({ ahead: 3_999, outflowPerMinute: 60, pace });
    const spread = 2.5 * Math.sqrt(0.25 / 200) + 0.02;
    expect(wait?.low).toBeCloseTo(400 * (1 - spread), 9);
    expect(wait?.high).toBeCloseTo(400 * (1 + spread), 9);
  });

  test("is at least nothing, and unknown while nobody is let in", () => {
    const pace = { perSecond: 10, seconds: 40, variance: 50 };
    expect(expectedWaitSeconds({ ahead: 99, outflowPerMinute: 60, pace })?.low).toBe(0);
    expect(expectedWaitSeconds({ ahead: 5, outflowPerMinute: 0, pace })).toBeNull();
  });
});
