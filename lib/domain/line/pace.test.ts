import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Looks, noteLook, paceOf } from "./pace";

const seen = (gapSeconds: number, called: readonly number[]): Looks =>
  called.reduce<Looks>(
    (looks, count, index) => noteLook(looks, { atMs: index * gapSeconds * 1_000, called: count }),
    [],
  );

describe("the pace of a line", () => {
  test("is numbers per second with how unsteady they were", () => {
    expect(paceOf(seen(30, [0, 300, 600, 900]))).toEqual({
      perSecond: 10,
      seconds: 90,
      variance: 0.02 / 3,
    });
    const pace = paceOf(seen(30, [0, 200, 600]));
    expect(pace?.perSecond).toBe(10);
    expect(pace?.variance).toBeCloseTo((0.02 + 30 * (1 / 9 + 1 / 9)) / 2, 12);
  });

  test("is unknown before 40 seconds and while nobody is called", () => {
    expect(paceOf([])).toBeNull();
    expect(paceOf(seen(39, [0, 300]))).toBeNull();
    expect(paceOf(seen(40, [0, 300]))).not.toBeNull();
    expect(paceOf(seen(30, [500, 500, 500]))).toBeNull();
  });

  test("looks back at least five minutes and keeps a bounded number of looks", () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 300 });
    fc.assert(
      fc.property(gaps, (gapsMs) => {
        let looks: Looks = [];
        let atMs = 0;
        for (const gap of gapsMs) {
          atMs += gap;
          looks = noteLook(looks, { atMs, called: atMs / 100 });
        }
        expect(looks.length).toBeLessThanOrEqual(21);
        const pace = paceOf(looks);
        if (pace !== null) expect(pace.perSecond).toBeCloseTo(10, 6);
        if (looks.length === 21) expect(pace?.seconds).toBeGreaterThanOrEqual(300);
      }),
    );
  });
});
