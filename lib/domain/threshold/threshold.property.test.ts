import fc from "fast-check";
import { expect, test } from "vitest";
import {
  hasBand,
  METRIC_SIDE,
  nextThreshold,
  THRESHOLD_METRICS,
  type Threshold,
  type ThresholdState,
} from "./threshold";

const threshold = fc
  .record({
    metric: fc.constantFrom(...THRESHOLD_METRICS),
    crossedAt: fc.integer({ min: 0, max: 100 }),
    clearedAt: fc.integer({ min: 0, max: 100 }),
    holdSeconds: fc.integer({ min: 0, max: 20 }),
  })
  .filter(hasBand)
  .map((rest): Threshold => ({ id: "thr_1", name: "Any", ...rest }));

const look = fc.record({
  value: fc.option(fc.integer({ min: 0, max: 100 })),
  afterMs: fc.integer({ min: 0, max: 5_000 }),
});

const CALM: ThresholdState = { isCrossed: false, sinceMs: null };

const beyond = ({ metric }: Threshold, value: number, limit: number) =>
  METRIC_SIDE[metric] === "above" ? value >= limit : value <= limit;
const within = ({ metric }: Threshold, value: number, limit: number) =>
  METRIC_SIDE[metric] === "above" ? value <= limit : value >= limit;

test("it changes only after the metric was beyond the opposite value for the whole time", () => {
  fc.assert(
    fc.property(threshold, fc.array(look, { maxLength: 60 }), (one, looks) => {
      let [state, atMs] = [CALM, 0];
      /** Since when each value counted without a break. */
      let [crossedSince, clearedSince]: (number | null)[] = [null, null];
      for (const { value, afterMs } of looks) {
        atMs += afterMs;
        const isBeyond = value !== null && beyond(one, value, one.crossedAt);
        const isWithin = value !== null && within(one, value, one.clearedAt);
        crossedSince = isBeyond ? (crossedSince ?? atMs) : null;
        clearedSince = isWithin ? (clearedSince ?? atMs) : null;
        const next = nextThreshold(one, state, { value, atMs });
        if (next.isCrossed !== state.isCrossed) {
          const since = next.isCrossed ? crossedSince : clearedSince;
          expect(since).not.toBeNull();
          expect(atMs - (since ?? atMs)).toBeGreaterThanOrEqual(one.holdSeconds * 1_000);
        }
        state = next;
      }
    }),
  );
});

test("inside the band it never changes", () => {
  const values = fc.array(fc.nat(100), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(threshold, values, fc.boolean(), (one, all, isCrossed) => {
      const inBand = all.filter(
        (value) => !beyond(one, value, one.crossedAt) && !within(one, value, one.clearedAt),
      );
      let state: ThresholdState = { isCrossed, sinceMs: null };
      for (const [index, value] of inBand.entries()) {
        state = nextThreshold(one, state, { value, atMs: index * 60_000 });
        expect(state).toEqual({ isCrossed, sinceMs: null });
      }
    }),
  );
});

test("a worker that begins anew, and knows only what was told, repeats nothing", () => {
  fc.assert(
    fc.property(threshold, fc.array(look, { maxLength: 60 }), fc.nat(60), (one, looks, restart) => {
      let [state, atMs] = [CALM, 0];
      const told: boolean[] = [];
      for (const [index, { value, afterMs }] of looks.entries()) {
        atMs += afterMs;
        if (index === restart) state = { isCrossed: state.isCrossed, sinceMs: null };
        const next = nextThreshold(one, state, { value, atMs });
        if (next.isCrossed !== state.isCrossed) told.push(next.isCrossed);
        state = next;
      }
      expect(told).toEqual(told.map((_, index) => index % 2 === 0));
    }),
  );
});

test("what holds for long enough is told", () => {
  fc.assert(
    fc.property(threshold, fc.boolean(), (one, isCrossed) => {
      const value = isCrossed ? one.clearedAt : one.crossedAt;
      const from: ThresholdState = { isCrossed, sinceMs: null };
      const first = nextThreshold(one, from, { value, atMs: 1_000 });
      const last = nextThreshold(one, first, { value, atMs: 1_000 + one.holdSeconds * 1_000 });
      expect([first, last].some((state) => state.isCrossed !== isCrossed)).toBe(true);
    }),
  );
});
