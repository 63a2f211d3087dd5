import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mayTakeSlot, type SharedLanes, shareSlots } from "./lane-shares";

const lane = (weight: number, changes: Partial<SharedLanes["lanes"][number]> = {}) => ({
  weight,
  live: 1,
  heldBack: 0 as const,
  laneTokens: 0,
  ...changes,
});
const weighted = (...lanes: SharedLanes["lanes"]): SharedLanes => ({ laneMode: "weighted", lanes });
const ordered = (...lanes: SharedLanes["lanes"]): SharedLanes => ({ laneMode: "ordered", lanes });
const sum = (tokens: readonly number[]) => tokens.reduce((total, one) => total + one, 0);

function shared(line: SharedLanes, tokens: number): number[] {
  shareSlots(line, tokens);
  return line.lanes.map(({ laneTokens }) => laneTokens);
}

describe("the division of slots over lanes", () => {
  test("follows the weights of those in which somebody is on the way", () => {
    expect(shared(weighted(lane(5), lane(3), lane(2)), 10)).toEqual([5, 3, 2]);
    expect(shared(weighted(lane(6), lane(3, { live: 0 }), lane(2)), 8)).toEqual([6, 0, 2]);
  });

  test("gives what an idle lane held to the others at once", () => {
    expect(shared(weighted(lane(1), lane(3, { live: 0, laneTokens: 4 })), 4)).toEqual([4, 0]);
  });

  test("lets a higher class take all while it has people", () => {
    expect(shared(ordered(lane(1), lane(1, { laneTokens: 2 })), 5)).toEqual([5, 0]);
    const nobody = lane(1, { live: 0 });
    expect(shared(ordered(nobody, lane(1, { laneTokens: 2 })), 5)).toEqual([0, 5]);
    expect(shared(weighted(nobody, lane(1, { live: 0 })), 3)).toEqual([3, 0]);
  });

  test("gives all lanes together what the bucket holds", () => {
    const lanes = fc.array(
      fc.record({
        weight: fc.integer({ min: 1, max: 100 }),
        live: fc.nat({ max: 2 }),
        heldBack: fc.constantFrom(0 as const, 1 as const),
        laneTokens: fc.double({ min: -1, max: 20, noNaN: true }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    const mode = fc.constantFrom("weighted" as const, "ordered" as const);
    const amount = fc.double({ min: 0, max: 50, noNaN: true });
    fc.assert(
      fc.property(mode, lanes, amount, (laneMode, all, tokens) => {
        expect(sum(shared({ laneMode, lanes: all }, tokens))).toBeCloseTo(tokens, 9);
      }),
    );
  });
});

describe("taking a slot", () => {
  test("works with a bucket of one slot divided over many lanes, and in their proportion", () => {
    const line = weighted(lane(5), lane(3), lane(2));
    const taken = [0, 0, 0];
    let tokens = 0;
    for (let step = 0; step < 10_000; step += 1) {
      tokens = Math.min(1, tokens + 0.1);
      shareSlots(line, tokens);
      const index = line.lanes.findIndex((_, at) => tokens >= 1 && mayTakeSlot(line, at));
      const taker = line.lanes[index];
      if (taker === undefined) continue;
      taken[index] = (taken[index] ?? 0) + 1;
      taker.laneTokens -= 1;
      tokens -= 1;
    }
    expect(sum(taken)).toBeGreaterThanOrEqual(900);
    const shares = taken.map((count) => count / sum(taken));
    expect(shares.map((share) => share.toFixed(2))).toEqual(["0.50", "0.30", "0.20"]);
  });

  test("is refused to a lane that another is ahead of", () => {
    const line = weighted(lane(1, { laneTokens: 0.4 }), lane(1, { laneTokens: 0.7 }));
    expect([mayTakeSlot(line, 0), mayTakeSlot(line, 1)]).toEqual([false, true]);
    expect(mayTakeSlot(ordered(lane(1), lane(1, { laneTokens: 3 })), 1)).toBe(false);
  });
});
