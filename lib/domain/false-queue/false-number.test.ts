import fc from "fast-check";
import { expect, test } from "vitest";
import { distanceTo } from "@/lib/domain/line/distance";
import { nearDistance, slotsPerSecond } from "@/lib/domain/line/rates";
import { falseNumber } from "./false-number";

function lineAt(serving: number, outflow: number, holes: readonly [number, number][] = []) {
  return { serving, holes, near: nearDistance(outflow), slots: slotsPerSecond(outflow) };
}

test("a number far away is shown as it is", () => {
  expect(falseNumber(lineAt(100, 60), 90_000)).toBe(90_000);
});

test("however far the line comes, the number stays out of reach, and never falls", () => {
  const walks = fc.record({
    number: fc.integer({ min: 1, max: 50_000 }),
    outflow: fc.integer({ min: 1, max: 6_000 }),
    steps: fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 40 }),
    hole: fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 1_000_000 })),
  });
  fc.assert(
    fc.property(walks, ({ number, outflow, steps, hole: [from, width] }) => {
      const reach = 1.5 * nearDistance(outflow) + 360 * slotsPerSecond(outflow);
      let serving = 0;
      let shown = number;
      for (const step of steps) {
        serving += step;
        const line = lineAt(serving, outflow, [[from, from + width]]);
        // From what was shown before as well as from the first number: whatever cookie is brought back.
        const next = falseNumber(line, shown);
        expect(next).toBeGreaterThanOrEqual(shown);
        for (const one of [next, falseNumber(line, number)]) {
          expect(distanceTo({ serving, holes: [] }, one)).toBeGreaterThan(reach);
          expect(one < from || one > from + width || one === shown || one === number).toBe(true);
        }
        shown = next;
      }
    }),
  );
});
