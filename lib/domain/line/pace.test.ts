import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { notePace, PACE, type PaceState, paceOf } from "./pace";

const afterSteps = (called: readonly number[]): PaceState =>
  called.reduce<PaceState>(
    (state, count, index) => notePace(state, { atMs: index * PACE.stepMs, called: count }),
    [],
  );

describe("the pace of a line", () => {
  test("is numbers per minute with the spread of its steps", () => {
    const pace = paceOf(afterSteps([0, 200, 600]));
    expect(pace?.perMinute).toBe(600);
    expect(pace?.spread).toBeCloseTo(Math.sqrt(2 * 200 ** 2) / 600, 12);
    expect(pace?.steps).toBe(2);
    expect(paceOf(afterSteps([0, 300, 600, 900]))).toEqual({ perMinute: 600, spread: 0, steps: 3 });
  });

  test("is unknown before two steps and while nobody is called", () => {
    expect(paceOf(afterSteps([0, 300]))).toBeNull();
    expect(paceOf(afterSteps([500, 500, 500]))).toBeNull();
  });

  test("looks back five minutes, however often it is fed", () => {
    const looks = fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 300 });
    fc.assert(
      fc.property(looks, (gapsMs) => {
        let state: PaceState = [];
        let atMs = 0;
        for (const gap of gapsMs) {
          atMs += gap;
          state = notePace(state, { atMs, called: atMs / 100 });
        }
        expect(state.length).toBeLessThanOrEqual(PACE.steps + 1);
        const pace = paceOf(state);
        if (pace !== null) expect(pace.perMinute).toBeCloseTo(600, 6);
      }),
    );
  });
});
