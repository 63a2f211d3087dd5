import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addIncrement, grantSlots, type Inlet, startInlet } from "./inlet";

/** Slots granted at each moment (seconds), and the state at the end. */
function grants(
  inlet: Inlet,
  seconds: readonly number[],
  ceilingPerMinute: number | null = null,
  active = 0,
) {
  let state = startInlet(0);
  const granted = seconds.map((second) => {
    const answer = grantSlots(inlet, state, { ms: second * 1_000, active, ceilingPerMinute });
    state = answer.state;
    return answer.granted;
  });
  return { granted, state };
}
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("an inlet", () => {
  test("at a fixed rate grants no more than it in any minute and does not catch up", () => {
    const inlet: Inlet = { type: "fixed-rate", perMinute: 600 };
    const quarters = Array.from({ length: 1_200 }, (_, index) => index / 4);
    const { granted } = grants(inlet, quarters);
    const most = quarters.map((second, from) =>
      sum(granted.filter((_, at) => at >= from && (quarters[at] ?? 0) < second + 60)),
    );
    expect(Math.max(...most)).toBeLessThanOrEqual(600);
    expect(sum(granted)).toBeGreaterThan(0.97 * 600 * 5 - 10);
    expect(grants(inlet, [600]).granted).toEqual([9]);
  });

  test("of most active fills up to it, counting those on their way", () => {
    const inlet: Inlet = { type: "max-active", maxActive: 50 };
    expect(grants(inlet, [1], null, 20).granted).toEqual([30]);
    expect(grants(inlet, [1], null, 60).granted).toEqual([0]);
  });

  test("that is periodic grants at the start and each interval until the end, missed ones too", () => {
    const inlet: Inlet = {
      type: "periodic",
      incrementBy: 10,
      intervalSeconds: 30,
      startAtMs: 60_000,
      endAtMs: 150_000,
    };
    const moments = [59, 60, 61, 89, 90, 149, 150, 500];
    expect(grants(inlet, moments).granted).toEqual([0, 10, 0, 0, 10, 10, 10, 0]);
    expect(grants(inlet, [500]).granted).toEqual([40]);
    expect(grants({ ...inlet, endAtMs: null }, [120]).granted).toEqual([30]);
  });

  test("of custom increments grants what was added and not taken back", () => {
    const inlet: Inlet = { type: "custom" };
    const added = addIncrement(addIncrement(startInlet(0), 30), -5);
    const now = { ms: 0, active: 0, ceilingPerMinute: null };
    const { granted, state } = grantSlots(inlet, added, now);
    expect(granted).toBe(25);
    expect(grantSlots(inlet, addIncrement(state, -100), now).granted).toBe(0);
  });

  test("under a ceiling loses nothing and is never faster than it", () => {
    const steps = fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 3_000 }), (gapsMs, ceilingPerMinute) => {
        let state = addIncrement(startInlet(0), 5_000);
        let ms = 0;
        const seen: { ms: number; granted: number }[] = [];
        for (const gap of gapsMs) {
          ms += gap;
          const now = { ms, active: 0, ceilingPerMinute };
          const answer = grantSlots({ type: "custom" }, state, now);
          state = answer.state;
          seen.push({ ms, granted: answer.granted });
        }
        expect(sum(seen.map(({ granted }) => granted)) + state.balance).toBe(5_000);
        for (const from of seen) {
          const minute = seen.filter((one) => one.ms >= from.ms && one.ms < from.ms + 60_000);
          expect(sum(minute.map(({ granted }) => granted))).toBeLessThanOrEqual(ceilingPerMinute);
        }
      }),
    );
  });

  test("grants nothing when the clock goes back", () => {
    const { state } = grants({ type: "fixed-rate", perMinute: 600 }, [10]);
    const back = { ms: 1_000, active: 0, ceilingPerMinute: null };
    expect(grantSlots({ type: "fixed-rate", perMinute: 600 }, state, back).granted).toBe(0);
  });
});
