import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { steadyWait } from "./steady-wait";

const second = fc.integer({ min: 0, max: 100_000 });
const range = fc
  .tuple(second, second)
  .map(([one, other]) => ({ low: Math.min(one, other), high: Math.max(one, other) }));
const maybeRange = fc.option(range);

describe("the shown wait", () => {
  test("never grows and never vanishes without a reason", () => {
    fc.assert(
      fc.property(range, maybeRange, (shown, next) => {
        const after = steadyWait({ shown, next, reason: null });
        if (after === null) throw new Error("It vanished.");
        expect(after.low).toBeLessThanOrEqual(shown.low);
        expect(after.high).toBeLessThanOrEqual(shown.high);
        expect(after.low).toBeLessThanOrEqual(after.high);
      }),
    );
  });

  test("is the new estimate at first and when a reason is given", () => {
    const reasons = fc.constantFrom("paused", "governed", "outflow lowered");
    fc.assert(
      fc.property(maybeRange, maybeRange, reasons, (shown, next, reason) => {
        expect(steadyWait({ shown, next, reason })).toBe(next);
        expect(steadyWait({ shown: null, next, reason: null })).toBe(next);
      }),
    );
  });
});
