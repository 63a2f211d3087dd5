import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GOVERNOR, governedOutflow, noteProbes, startBaseline } from "./governor";

const round = (ms: number | null) => Array.from({ length: GOVERNOR.probes }, () => ms);
const well = noteProbes(startBaseline(5_000), round(100), 0);

describe("the baseline", () => {
  test("is the mean and deviation of twenty probes, the deviation at least 5 % of the mean", () => {
    expect(well.baseline).toEqual({ meanMs: 100, deviationMs: 5 });
    const uneven = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 50 : 150));
    const { baseline } = noteProbes(startBaseline(5_000), uneven, 0);
    expect(baseline?.meanMs).toBe(100);
    expect(baseline?.deviationMs).toBeCloseTo(Math.sqrt(50_000 / 19), 9);
  });

  test("waits for twenty answers and counts no failure", () => {
    const failing = noteProbes(startBaseline(5_000), round(null), 0);
    expect(failing.baseline).toBeNull();
    expect(governedOutflow(failing, 600)).toBe(600);
    const half = noteProbes(failing, round(100).slice(0, 10), 30_000);
    expect(half.baseline).toBeNull();
    expect(noteProbes(half, round(100).slice(0, 10), 60_000).baseline?.meanMs).toBe(100);
  });
});

describe("a round", () => {
  test("halves the outflow above baseline + 3 deviations and gives back a quarter otherwise", () => {
    const slow = noteProbes(well, round(116), 30_000);
    expect(governedOutflow(slow, 600)).toBe(300);
    const limit = noteProbes(slow, round(115), 60_000);
    expect(governedOutflow(limit, 600)).toBe(375);
    expect(governedOutflow(noteProbes(limit, round(90), 90_000), 600)).toBe(431.25);
  });

  test("counts a failed probe as its timeout", () => {
    const oneFailed = [...round(100).slice(1), null];
    expect(noteProbes(well, oneFailed, 30_000).share).toBe(0.5);
  });

  test("counts once in thirty seconds and only when it is complete", () => {
    const slow = noteProbes(well, round(900), 30_000);
    expect(noteProbes(slow, round(900), 45_000)).toEqual(slow);
    const part = noteProbes(slow, round(900).slice(0, 19), 60_000);
    expect(part.share).toBe(0.5);
    expect(noteProbes(part, [900], 61_000).share).toBe(0.25);
  });

  test("never leaves 5 % to 100 % of what is set, and never rises as fast as it falls", () => {
    const rounds = fc.array(fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 9_000 })));
    fc.assert(
      fc.property(rounds, (means) => {
        let state = well;
        means.forEach((ms, index) => {
          const next = noteProbes(state, round(ms), (index + 1) * 30_000);
          expect(next.share).toBeGreaterThanOrEqual(GOVERNOR.floor);
          expect(next.share).toBeLessThanOrEqual(1);
          expect(next.share - state.share).toBeLessThanOrEqual(0.25 * (1 - state.share) + 1e-12);
          state = JSON.parse(JSON.stringify(next));
        });
      }),
    );
  });
});
