import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LaneShare, mayTakeSlot, shareSlots } from "./lane-shares";

const lane = (weight: number, changes: Partial<LaneShare> = {}): LaneShare => ({
  mode: "weighted",
  weight,
  isWaiting: true,
  tokens: 0,
  ...changes,
});
const sum = (tokens: readonly number[]) => tokens.reduce((total, one) => total + one, 0);

describe("the division of slots over lanes", () => {
  test("follows the weights of those in which somebody waits", () => {
    expect(shareSlots([lane(5), lane(3), lane(2)], 10, 100)).toEqual([5, 3, 2]);
    const idle = lane(3, { isWaiting: false });
    expect(shareSlots([lane(6), idle, lane(2)], 8, 100)).toEqual([6, 0, 2]);
  });

  test("gives what an idle lane held to the others at once", () => {
    const idle = lane(3, { isWaiting: false, tokens: 4 });
    expect(shareSlots([lane(1), idle], 0, 100)).toEqual([4, 0]);
  });

  test("lets a higher class take all while it has people", () => {
    const ordered = { mode: "ordered" } as const;
    const low = lane(1, { ...ordered, tokens: 2 });
    expect(shareSlots([lane(1, ordered), low], 3, 100)).toEqual([5, 0]);
    const nobody = lane(1, { ...ordered, isWaiting: false });
    expect(shareSlots([nobody, low], 3, 100)).toEqual([0, 5]);
  });

  test("keeps the sum of one bucket: never above its depth, never less than before", () => {
    const lanes = fc.array(
      fc.record({
        mode: fc.constantFrom("weighted" as const, "ordered" as const),
        weight: fc.integer({ min: 1, max: 100 }),
        isWaiting: fc.boolean(),
        tokens: fc.double({ min: -1, max: 20, noNaN: true }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    const amount = fc.double({ min: 0, max: 50, noNaN: true });
    fc.assert(
      fc.property(lanes, amount, amount, (all, earned, room) => {
        const before = sum(all.map(({ tokens }) => tokens));
        const depth = Math.max(before, 1) + room;
        const after = sum(shareSlots(all, earned, depth));
        expect(after).toBeCloseTo(Math.min(depth, before + earned), 9);
      }),
    );
  });
});

describe("taking a slot", () => {
  test("works with a bucket of one slot divided over many lanes, and in their proportion", () => {
    let lanes = [lane(5), lane(3), lane(2)];
    const taken = [0, 0, 0];
    for (let step = 0; step < 10_000; step += 1) {
      const tokens = shareSlots(lanes, 0.1, 1);
      lanes = lanes.map((one, index) => ({ ...one, tokens: tokens[index] ?? 0 }));
      const index = lanes.findIndex((_, at) => mayTakeSlot(lanes, at));
      if (index < 0) continue;
      taken[index] = (taken[index] ?? 0) + 1;
      lanes = lanes.map((one, at) => (at === index ? { ...one, tokens: one.tokens - 1 } : one));
    }
    expect(sum(taken)).toBeGreaterThanOrEqual(998);
    const shares = taken.map((count) => count / sum(taken));
    expect(shares.map((share) => share.toFixed(2))).toEqual(["0.50", "0.30", "0.20"]);
  });

  test("is refused without a whole slot in the bucket, whoever asks", () => {
    const debt = lane(1, { tokens: -0.5 });
    expect(mayTakeSlot([lane(1, { tokens: 1.2 }), debt], 0)).toBe(false);
    expect(mayTakeSlot([lane(1, { tokens: 0.9 })], 0)).toBe(false);
  });

  test("is refused to a lane that another is ahead of", () => {
    const lanes = [lane(1, { tokens: 0.4 }), lane(1, { tokens: 0.7 })];
    expect([mayTakeSlot(lanes, 0), mayTakeSlot(lanes, 1)]).toEqual([false, true]);
    const first = lane(1, { mode: "ordered" });
    expect(mayTakeSlot([first, lane(1, { tokens: 3 })], 1)).toBe(false);
  });
});
