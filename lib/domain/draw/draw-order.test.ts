import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 as hash } from "@/simulation/scenarios/draw";
import { createDrawOrder } from "./draw-order";
import { freezeDraw, freezeText } from "./freeze";
import { createPermutation } from "./permutation";

const KEY = new Uint8Array(32).fill(9);

test("every member gets one place from 1 to N, whatever holes a loss left between the numbers", () => {
  const part = fc.record({
    hole: fc.integer({ min: 0, max: 1_000_000 }),
    count: fc.integer({ min: 1, max: 40 }),
  });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
      let next = 1;
      const groups = parts.map(({ hole, count }) => {
        const firstIndex = next + hole;
        next = firstIndex + count;
        return { firstIndex, count };
      });
      const order = createDrawOrder({ groups, key: KEY, hash });
      const indices = groups.flatMap(({ firstIndex, count }) =>
        Array.from({ length: count }, (_, at) => firstIndex + at),
      );
      const places = indices.map((index) => order.placeOf(index) ?? 0);
      expect(order.members).toBe(indices.length);
      expect(places.toSorted((a, b) => a - b)).toEqual(indices.map((_, at) => at + 1));
      expect(places.map(order.indexAt)).toEqual(indices);
      expect(order.placeOf(next)).toBeNull();
      expect(order.placeOf(0)).toBeNull();
    }),
    { numRuns: 60 },
  );
});

test("an index within a hole, a half one and a place outside are nobody's", () => {
  const groups = [
    { firstIndex: 1, count: 3 },
    { firstIndex: 1_000_004, count: 2 },
  ];
  const order = createDrawOrder({ groups, key: KEY, hash });
  const { forward } = createPermutation({ key: KEY, size: 5, hash });
  expect([1, 2, 3, 1_000_004, 1_000_005].map(order.placeOf)).toEqual(
    [0, 1, 2, 3, 4].map((rank) => forward(rank) + 1),
  );
  expect([4, 1_000_003, 1_000_006, 1.5].map(order.placeOf)).toEqual([null, null, null, null]);
  expect([0, 6, 1.5].map(order.indexAt)).toEqual([null, null, null]);
});

test("a draw in which nobody takes part has no places", () => {
  const order = createDrawOrder({ groups: [], key: KEY, hash });
  expect(order.members).toBe(0);
  expect(order.placeOf(1)).toBeNull();
  expect(order.indexAt(1)).toBeNull();
});

test("a freeze counts the members and refuses groups that overlap, go back or are empty", () => {
  const freeze = (...groups: [firstIndex: number, count: number][]) =>
    freezeDraw({
      draw: KEY,
      groups: groups.map(([firstIndex, count]) => ({ firstIndex, count, root: "00".repeat(32) })),
      frozenAtMs: 5,
      hash,
      sign: () => new Uint8Array(64),
    });
  expect(freeze([1, 3], [9, 2])).toMatchObject({ members: 5, groups: 2, frozenAtMs: 5 });
  expect(freezeText(freeze([1, 3]))).toMatch(/^sf1\.[\w-]{192}$/);
  expect(() => freeze([1, 3], [3, 2])).toThrow("overlaps");
  expect(() => freeze([9, 2], [1, 3])).toThrow("overlaps");
  expect(() => freeze([1, 0])).toThrow("empty");
});
