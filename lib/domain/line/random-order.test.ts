import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  drawMessage,
  drawOfHash,
  intervalIndex,
  nextCheckInMs,
  RANDOM_ORDER,
  winChance,
  winsInterval,
} from "./random-order";

describe("check-ins in random order", () => {
  test("are due once in each interval", () => {
    const moment = fc.integer({ min: 0, max: 2 ** 41 });
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(moment, random, (atMs, share) => {
        const next = nextCheckInMs(atMs, share);
        expect(intervalIndex(next)).toBe(intervalIndex(atMs) + 1);
      }),
    );
    expect(intervalIndex(RANDOM_ORDER.intervalMs - 1)).toBe(0);
  });

  test("have a message of their own for each visitor and interval", () => {
    expect(drawMessage("a", 1)).not.toBe(drawMessage("a", 2));
    expect(drawMessage("a", 12)).not.toBe(drawMessage("a1", 2));
  });
});

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

  test("is won below it only", () => {
    expect(winsInterval({ draw: 0, chance: 0 })).toBe(false);
    expect(winsInterval({ draw: 0.0999, chance: 0.1 })).toBe(true);
    expect(winsInterval({ draw: 0.1, chance: 0.1 })).toBe(false);
    expect(winsInterval({ draw: drawOfHash(new Uint8Array(32).fill(255)), chance: 1 })).toBe(true);
  });

  test("a draw is the first 48 bits of the hash", () => {
    expect(drawOfHash(Uint8Array.of(128, 0, 0, 0, 0, 0, 255))).toBe(0.5);
    expect(drawOfHash(new Uint8Array(8))).toBe(0);
  });
});
