import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { winChance } from "./random-order";

describe("the chance of an interval", () => {
  test("is a chance, falls with the backlog and with more people", () => {
    const count = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), count, count, (slots, people, backlog) => {
        const input = { slotsPerInterval: slots, expectedCheckIns: people, backlog };
        const chance = winChance(input);
        expect(chance).toBeGreaterThanOrEqual(0);
        expect(chance).toBeLessThanOrEqual(1);
        expect(winChance({ ...input, backlog: backlog + 1 })).toBeLessThanOrEqual(chance);
        expect(winChance({ ...input, expectedCheckIns: people + 1 })).toBeLessThanOrEqual(chance);
      }),
    );
  });

  test("aims at the slots once the stock of winners is full", () => {
    const stock = 2 * Math.sqrt(100) + 1;
    const input = { slotsPerInterval: 100, expectedCheckIns: 1_000, backlog: stock };
    expect(winChance(input)).toBeCloseTo(0.1, 12);
    expect(winChance({ ...input, slotsPerInterval: 0 })).toBe(0);
    expect(winChance({ ...input, expectedCheckIns: 0 })).toBe(1);
  });
});
