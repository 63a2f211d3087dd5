import fc from "fast-check";
import { expect, test } from "vitest";
import { aheadOf, distanceTo, holesBetween } from "./distance";
import type { PublicLine } from "./public-line";

type Holes = PublicLine["holes"];

/** Ranges that rise and do not overlap, as losses leave them. */
const holes: fc.Arbitrary<Holes> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 40 })), {
    maxLength: 5,
  })
  .map((gaps) => {
    let end = 0;
    return gaps.map(([gap, width]) => {
      const from = end + gap;
      end = from + width - 1;
      return [from, end] as const;
    });
  });
const number = fc.integer({ min: 1, max: 300 });

const line = (serving: number, of: Holes) => ({ serving, holes: of }) as PublicLine;
const isHeld = (of: Holes, n: number) => of.every(([from, to]) => n < from || n > to);

/** Counts one by one. */
function heldBetween(of: Holes, from: number, to: number): number {
  let count = 0;
  for (let n = from; n <= to; n += 1) if (isHeld(of, n)) count += 1;
  return count;
}

test("what stands in holes is counted once and nothing else is", () => {
  fc.assert(
    fc.property(holes, number, number, (of, from, to) => {
      const all = Math.max(0, to - from + 1);
      expect(holesBetween(of, from, to)).toBe(all - heldBetween(of, from, to));
    }),
  );
});

test("exactly those are ahead who hold a number between the serving number and one's own", () => {
  fc.assert(
    fc.property(holes, number, number, (of, serving, own) => {
      fc.pre(isHeld(of, own));
      expect(aheadOf(line(serving, of), own)).toBe(heldBetween(of, serving + 1, own - 1));
    }),
  );
});

test("a number is called exactly when its distance is 0 or less", () => {
  fc.assert(
    fc.property(holes, number, number, (of, serving, own) => {
      fc.pre(isHeld(of, own));
      expect(distanceTo(line(serving, of), own) <= 0).toBe(own <= serving);
    }),
  );
});

test("the distance never grows while the line moves on, and never falls with the number", () => {
  fc.assert(
    fc.property(holes, number, number, number, (of, serving, own, further) => {
      fc.pre(isHeld(of, own) && own > serving);
      const distance = distanceTo(line(serving, of), own);
      expect(distanceTo(line(Math.min(own, serving + further), of), own)).toBeLessThanOrEqual(
        distance,
      );
      expect(distanceTo(line(serving, of), own + further)).toBeGreaterThanOrEqual(distance);
    }),
  );
});
