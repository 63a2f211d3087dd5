import fc from "fast-check";
import { expect, test } from "vitest";
import { mayTakeSlot, type SharedLanes, shareSlots } from "./lane-shares";

const weight = fc.integer({ min: 1, max: 100 });
const live = fc.constantFrom(0, 1);
const heldBack = fc.constantFrom(0 as const, 1 as const);
/** Lanes of one event with a bucket that a while of earning has filled. */
const lanes: fc.Arbitrary<SharedLanes> = fc
  .tuple(
    fc.constantFrom("weighted" as const, "ordered" as const),
    fc.array(fc.record({ weight, live, heldBack }), { minLength: 1, maxLength: 8 }),
    fc.double({ min: 0, max: 20, noNaN: true }),
  )
  .map(([laneMode, given, tokens]) => {
    const line = { laneMode, lanes: given.map((one) => ({ ...one, laneTokens: 0 })) };
    shareSlots(line, tokens);
    return line;
  });
const isWaiting = ({ live: count }: { readonly live: number }) => count > 0;
const takers = (line: SharedLanes) => line.lanes.filter((_, index) => mayTakeSlot(line, index));

test("a whole slot is never left unused: somebody who waits may take it", () => {
  fc.assert(
    fc.property(lanes, (line) => {
      fc.pre(line.lanes.some(isWaiting));
      expect(takers(line).filter(isWaiting).length).toBeGreaterThan(0);
    }),
    { numRuns: 1_000 },
  );
});

test("a lower class never takes a slot while a higher one waits, whoever of it asks", () => {
  fc.assert(
    fc.property(lanes, (line) => {
      const first = line.laneMode === "ordered" ? line.lanes.findIndex(isWaiting) : -1;
      fc.pre(first >= 0);
      const below = line.lanes.filter((_, index) => index > first && mayTakeSlot(line, index));
      expect(below).toEqual([]);
    }),
  );
});

test("no lane is shut out for ever: whoever comes late to a lane where nobody waits may go", () => {
  fc.assert(
    fc.property(lanes, fc.nat({ max: 7 }), (line, at) => {
      const index = at % line.lanes.length;
      fc.pre(line.lanes[index]?.live === 0);
      const isBehind = line.lanes.slice(0, index).some(isWaiting);
      expect(mayTakeSlot(line, index)).toBe(line.laneMode === "weighted" || !isBehind);
    }),
  );
});

test("each weighted lane that keeps asking gets its share, to within two slots", () => {
  const weights = fc.array(fc.integer({ min: 5, max: 100 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(weights, fc.double({ min: 0.05, max: 3, noNaN: true }), (given, perTick) => {
      const line: SharedLanes = {
        laneMode: "weighted",
        lanes: given.map((one) => ({ weight: one, live: 1, heldBack: 0, laneTokens: 0 })),
      };
      const taken = given.map(() => 0);
      let tokens = 0;
      for (let step = 0; step < 400; step += 1) {
        tokens = Math.min(Math.max(1, perTick), tokens + perTick);
        shareSlots(line, tokens);
        for (const [index, lane] of line.lanes.entries()) {
          while (tokens >= 1 && mayTakeSlot(line, index)) {
            lane.laneTokens -= 1;
            tokens -= 1;
            taken[index] = (taken[index] ?? 0) + 1;
          }
        }
      }
      const all = taken.reduce((sum, count) => sum + count, 0);
      const allWeights = given.reduce((sum, one) => sum + one, 0);
      given.forEach((one, index) => {
        const share = (all * one) / allWeights;
        expect(Math.abs((taken[index] ?? 0) - share)).toBeLessThanOrEqual(2);
      });
    }),
  );
});
