import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextShare, playLottery } from "./percentage";

const draw = (text: string) =>
  createHash("sha256").update(text).digest().readUIntBE(0, 6) / 2 ** 48;
const rule = { holdSeconds: 300, share: 0.3, draw };

describe("percentage admission", () => {
  test("lets the set share in", () => {
    const visitors = Array.from({ length: 20_000 }, (_, index) =>
      playLottery({ ...rule, identity: `v${index}`, lineTimeMs: 1_000_000 }),
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
          const first = playLottery({ ...rule, identity, lineTimeMs: at });
          if (first.type === "admitted") return;
          expect(first.untilMs).toBeGreaterThan(at);
          expect(first.untilMs - at).toBeLessThanOrEqual(300_000);
          const lineTimeMs = at + Math.floor(later * (first.untilMs - at));
          expect(playLottery({ ...rule, identity, lineTimeMs })).toEqual(first);
        },
      ),
    );
  });

  test("gives a new ticket afterwards, each time with the same chance", () => {
    const seconds = Array.from({ length: 20_000 }, (_, index) => {
      const visit = { ...rule, identity: `v${index}` };
      const first = playLottery({ ...visit, lineTimeMs: 0 });
      return first.type === "held" ? [playLottery({ ...visit, lineTimeMs: first.untilMs })] : [];
    }).flat();
    const admitted = seconds.filter(({ type }) => type === "admitted").length;
    expect(Math.abs(admitted / seconds.length - 0.3)).toBeLessThan(0.015);
  });

  test("lets nobody in at 0 and everybody at 1", () => {
    fc.assert(
      fc.property(fc.string(), (identity) => {
        const visit = { ...rule, identity, lineTimeMs: 5 };
        expect(playLottery({ ...visit, share: 0 }).type).toBe("held");
        expect(playLottery({ ...visit, share: 1 }).type).toBe("admitted");
      }),
    );
  });
});

describe("a ticket and a share that moves", () => {
  test("whoever is held comes in when the share rises above their ticket, and nobody drops out", () => {
    const inAt = (share: number) => {
      const ids = Array.from({ length: 2_000 }, (_, index) => `v${index}`);
      const visit = { ...rule, share, lineTimeMs: 1_000 };
      return ids.filter((identity) => playLottery({ ...visit, identity }).type === "admitted");
    };
    expect(inAt(0.5)).toEqual(expect.arrayContaining(inAt(0.3)));
    expect(inAt(0.5).length).toBeGreaterThan(inAt(0.3).length + 300);
  });
});

describe("the share near a ceiling", () => {
  const setting = {
    share: { type: "sigmoid", midpointPercent: 90, steepness: 40 },
    holdSeconds: 300,
  } as const;
  const at = (occupancy: number, before: { share: number; atMs: number } | null = null, ms = 0) =>
    nextShare(before, { setting, occupancy, lineTimeMs: ms }).share;

  test("is one half at the midpoint and falls with the occupancy", () => {
    expect(at(0.9)).toBe(0.5);
    expect(at(0.5)).toBeGreaterThan(0.999);
    expect(at(1)).toBeCloseTo(1 / (1 + Math.exp(4)), 12);
    expect(at(1.5)).toBeLessThan(1e-9);
  });

  test("falls at once and rises by a tenth within a hold, and no higher than it should", () => {
    expect(at(0.95, { share: 1, atMs: 0 }, 1)).toBeCloseTo(1 / (1 + Math.exp(2)), 12);
    expect(at(0, { share: 0.2, atMs: 0 }, 300_000)).toBeCloseTo(0.3, 12);
    expect(at(0, { share: 0.2, atMs: 0 }, 150_000)).toBeCloseTo(0.25, 12);
    expect(at(0.9, { share: 0.45, atMs: 0 }, 300_000)).toBe(0.5);
  });

  test("never rises by more than a tenth in a hold, however often it is looked at", () => {
    const looks = fc.array(
      fc.record({ afterMs: fc.nat(30_000), occupancy: fc.double({ min: 0, max: 2, noNaN: true }) }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(looks, (seen) => {
        const shares: { share: number; atMs: number }[] = [];
        let lineTimeMs = 0;
        for (const { afterMs, occupancy } of seen) {
          lineTimeMs += afterMs;
          shares.push(nextShare(shares.at(-1) ?? null, { setting, occupancy, lineTimeMs }));
        }
        for (const [index, later] of shares.entries()) {
          for (const earlier of shares.slice(0, index)) {
            const most = earlier.share + (0.1 * (later.atMs - earlier.atMs)) / 300_000;
            expect(later.share).toBeLessThanOrEqual(most + 1e-9);
          }
        }
      }),
    );
  });

  test("a set percentage is what it is at once", () => {
    const share = { type: "percentage", percent: 30 } as const;
    const now = { setting: { ...setting, share }, occupancy: 2, lineTimeMs: 5 };
    expect(nextShare({ share: 0.1, atMs: 0 }, now).share).toBe(0.3);
  });
});
