import fc from "fast-check";
import { expect, test } from "vitest";
import { type LaneShare, mayTakeSlot, shareSlots } from "./lane-shares";

const mode = fc.constantFrom("weighted" as const, "ordered" as const);
const weight = fc.integer({ min: 1, max: 100 });
const isWaiting = fc.boolean();
/** Lanes of one event, all of one mode, with a bucket that a while of earning has filled. */
const lanes: fc.Arbitrary<readonly LaneShare[]> = fc
  .tuple(
    mode,
    fc.array(fc.record({ weight, isWaiting }), { minLength: 1, maxLength: 8 }),
    fc.double({ min: 0, max: 20, noNaN: true }),
  )
  .map(([of, given, tokens]) => {
    const empty = given.map((one) => ({ ...one, mode: of, tokens: 0 }));
    const shared = shareSlots(empty, tokens, 20);
    return empty.map((one, index) => ({ ...one, tokens: shared[index] ?? 0 }));
  });
const held = (of: readonly LaneShare[]) => of.reduce((sum, { tokens }) => sum + tokens, 0);

test("a whole slot is never left unused: somebody who waits may take it", () => {
  fc.assert(
    fc.property(lanes, (given) => {
      fc.pre(held(given) >= 1 && given.some((one) => one.isWaiting));
      const takers = given.filter((one, index) => one.isWaiting && mayTakeSlot(given, index));
      expect(takers.length).toBeGreaterThan(0);
    }),
    { numRuns: 1_000 },
  );
});

test("without a whole slot in the bucket nobody may take one", () => {
  fc.assert(
    fc.property(lanes, (given) => {
      fc.pre(held(given) < 0.999);
      expect(given.filter((_, index) => mayTakeSlot(given, index))).toEqual([]);
    }),
  );
});

test("a lower class never takes a slot while a higher one waits, whoever of it asks", () => {
  fc.assert(
    fc.property(lanes, (given) => {
      const first = given.findIndex((one) => one.mode === "ordered" && one.isWaiting);
      fc.pre(first >= 0);
      const below = given.filter((_, index) => index > first && mayTakeSlot(given, index));
      expect(below).toEqual([]);
    }),
  );
});

test("no lane is shut out for ever: whoever comes late to a lane where nobody waits may go", () => {
  fc.assert(
    fc.property(lanes, fc.nat({ max: 7 }), (given, at) => {
      const index = at % given.length;
      fc.pre(held(given) >= 1 && given[index]?.isWaiting === false);
      const isBehind = given.slice(0, index).some((one) => one.isWaiting);
      expect(mayTakeSlot(given, index)).toBe(given[0]?.mode === "weighted" || !isBehind);
    }),
  );
});

test("each weighted lane that keeps asking gets its share, to within two slots", () => {
  const weights = fc.array(fc.integer({ min: 5, max: 100 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(weights, fc.double({ min: 0.05, max: 3, noNaN: true }), (given, perTick) => {
      let now: LaneShare[] = given.map((one) => ({
        ...{ mode: "weighted", isWaiting: true },
        ...{ weight: one, tokens: 0 },
      }));
      const taken = given.map(() => 0);
      for (let step = 0; step < 400; step += 1) {
        const tokens = shareSlots(now, perTick, Math.max(1, perTick));
        now = now.map((one, index) => ({ ...one, tokens: tokens[index] ?? 0 }));
        for (let index = 0; index < now.length; index += 1) {
          while (mayTakeSlot(now, index)) {
            now = now.map((one, at) => (at === index ? { ...one, tokens: one.tokens - 1 } : one));
            taken[index] = (taken[index] ?? 0) + 1;
          }
        }
      }
      const all = taken.reduce((sum, count) => sum + count, 0);
      const allWeights = given.reduce((sum, one) => sum + one, 0);
      for (const [index, count] of taken.entries()) {
        expect(Math.abs(count - (all * (given[index] ?? 0)) / allWeights)).toBeLessThan(2);
      }
    }),
  );
});
