import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createDrawnNumbers } from "./renumber";

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const key = new Uint8Array(32).fill(7);

/** Groups and the gaps before them, as a line hands numbers out. */
const lines = fc
  .array(fc.record({ gap: fc.nat(5), count: fc.integer({ min: 1, max: 20 }) }), { maxLength: 12 })
  .map((parts) => {
    let last = 0;
    return parts.map(({ gap, count }) => {
      const firstIndex = last + gap + 1;
      last = firstIndex + count - 1;
      return { firstIndex, count };
    });
  });

test("members share out 1 to N, the others stand behind them, and no two have one number", () => {
  fc.assert(
    fc.property(lines, fc.nat(5), (groups, tail) => {
      const end = groups.at(-1);
      const lastIndex = (end === undefined ? 0 : end.firstIndex + end.count - 1) + tail;
      const {
        placed: members,
        numberOf,
        indexOf,
      } = createDrawnNumbers({ key, groups, lastIndex }, hash);
      const isMember = (index: number) =>
        groups.some(({ firstIndex, count }) => index >= firstIndex && index < firstIndex + count);
      const indices = Array.from({ length: lastIndex }, (_, at) => at + 1);
      const numbers = indices.map((index) => numberOf(index) ?? 0);
      expect(new Set(numbers)).toEqual(new Set(indices));
      for (const index of indices.filter(isMember))
        expect(indexOf(numberOf(index) ?? 0)).toBe(index);
      for (const index of indices) expect((numberOf(index) ?? 0) <= members).toBe(isMember(index));
      const others = indices
        .filter((index) => !isMember(index))
        .map((index) => numberOf(index) ?? 0);
      expect(others).toEqual([...others].sort((a, b) => a - b));
    }),
  );
});

test("a late arrival keeps its number", () => {
  const groups = [{ firstIndex: 1, count: 10 }];
  const { numberOf, indexOf } = createDrawnNumbers({ key, groups, lastIndex: 12 }, hash);
  expect(indexOf(900)).toBe(900);
  expect([11, 12, 13, 900].map(numberOf)).toEqual([11, 12, 13, 900]);
});
