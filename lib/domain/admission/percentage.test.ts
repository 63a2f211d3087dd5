import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shareNearCeiling, throwPercentage } from "./percentage";

const draw = (text: string) =>
  createHash("sha256").update(text).digest().readUIntBE(0, 6) / 2 ** 48;
const rule = { holdSeconds: 300, share: 0.3, draw };

describe("percentage admission", () => {
  test("lets the set share in", () => {
    const visitors = Array.from({ length: 20_000 }, (_, index) =>
      throwPercentage({ ...rule, identity: `v${index}`, lineTimeMs: 1_000_000 }),
    );
    const admitted = visitors.filter(({ type }) => type === "admitted").length;
    expect(Math.abs(admitted / visitors.length - 0.3)).toBeLessThan(0.015);
  });

  test("answers the same until the hold ends, however often it is asked", () => {
    const moment = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(
        fc.string(),
        moment,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (identity, at, later) => {
          const first = throwPercentage({ ...rule, identity, lineTimeMs: at });
          if (first.type === "admitted") return;
          expect(first.untilMs).toBeGreaterThan(at);
          expect(first.untilMs - at).toBeLessThanOrEqual(300_000);
          const lineTimeMs = at + Math.floor(later * (first.untilMs - at));
          expect(throwPercentage({ ...rule, identity, lineTimeMs })).toEqual(first);
        },
      ),
    );
  });

  test("throws again afterwards, each time with the same chance", () => {
    const seconds = Array.from({ length: 20_000 }, (_, index) => {
      const visit = { ...rule, identity: `v${index}` };
      const first = throwPercentage({ ...visit, lineTimeMs: 0 });
      return first.type === "held"
        ? [throwPercentage({ ...visit, lineTimeMs: first.untilMs })]
        : [];
    }).flat();
    const admitted = seconds.filter(({ type }) => type === "admitted").length;
    expect(Math.abs(admitted / seconds.length - 0.3)).toBeLessThan(0.015);
  });

  test("lets nobody in at 0 and everybody at 1", () => {
    fc.assert(
      fc.property(fc.string(), (identity) => {
        const visit = { ...rule, identity, lineTimeMs: 5 };
        expect(throwPercentage({ ...visit, share: 0 }).type).toBe("held");
        expect(throwPercentage({ ...visit, share: 1 }).type).toBe("admitted");
      }),
    );
  });
});

describe("the share near a ceiling", () => {
  test("is one half at the midpoint and falls with the occupancy", () => {
    const at = (occupancy: number) => shareNearCeiling({ occupancy, midpoint: 0.9, steepness: 40 });
    expect(at(0.9)).toBe(0.5);
    expect(at(0.5)).toBeGreaterThan(0.999);
    expect(at(1)).toBeCloseTo(1 / (1 + Math.exp(4)), 12);
    expect(at(1.5)).toBeLessThan(1e-9);
  });
});
