import { describe, expect, test } from "vitest";
import { drawMessage, drawOfHash, intervalIndex, RANDOM_ORDER, winsInterval } from "./random-order";

describe("check-ins in random order", () => {
  test("belong to one interval each", () => {
    const { intervalMs } = RANDOM_ORDER;
    expect([0, intervalMs - 1, intervalMs].map(intervalIndex)).toEqual([0, 0, 1]);
  });

  test("have a message of their own for each visitor and interval", () => {
    expect(drawMessage("a", 1)).not.toBe(drawMessage("a", 2));
    expect(drawMessage("a", 12)).not.toBe(drawMessage("a1", 2));
  });
});

describe("the draw of a check-in", () => {
  test("wins below the chance only", () => {
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
