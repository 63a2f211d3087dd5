import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPermutation } from "./permutation";

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const COUNTING_KEY = Uint8Array.from({ length: 32 }, (_, at) => at);
const NAMED_KEY = hash(Buffer.from("stanchion"));
const permute = (key: Uint8Array, size: number) => createPermutation({ key, size, hash });
const orderOf = (key: Uint8Array, size: number) => {
  const { forward } = permute(key, size);
  return Array.from({ length: size }, (_, from) => forward(from));
};

describe("fixed vectors, computed by another program", () => {
  test.each([
    ["the counting key", COUNTING_KEY, [0], [0, 1], [1, 2, 0], [0, 1, 3, 6, 8, 2, 7, 5, 4, 9]],
    ["another key", NAMED_KEY, [0], [1, 0], [0, 2, 1], [1, 7, 5, 0, 9, 6, 4, 3, 8, 2]],
  ])("%s gives the same whole orders of 1, 2, 3 and 10", (_, key, ...orders) => {
    expect([1, 2, 3, 10].map((size) => orderOf(key, size))).toEqual(orders);
  });

  test.each([
    [1_000, [955, 286, 937, 148], [223, 801, 422, 830]],
    [1_000_000, [160731, 496178, 116436, 440414], [752546, 872273, 602583, 898088]],
    [10_000_000, [686125, 3626243, 8912972, 6965152], [7065713, 4670109, 8240928, 2440048]],
    [
      4_294_967_295,
      [2315979273, 131636403, 303138159, 1714787169],
      [67337064, 2715771890, 1964234086, 3233990687],
    ],
  ])("of %i members the first two, the middle and the last one", (size, counting, named) => {
    const starts = [0, 1, Math.floor(size / 2), size - 1];
    for (const [key, expected] of [
      [COUNTING_KEY, counting],
      [NAMED_KEY, named],
    ] as const) {
      const { forward, inverse } = permute(key, size);
      expect(starts.map(forward)).toEqual(expected);
      expect(expected.map(inverse)).toEqual(starts);
    }
  });
});

test("every key gives a bijection, and the inverse undoes it", () => {
  const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(anyKey, fc.integer({ min: 1, max: 700 }), (key, size) => {
      const { forward, inverse } = permute(key, size);
      const ends = Array.from({ length: size }, (_, from) => forward(from));
      expect(new Set(ends).size).toBe(size);
      expect(ends.every((end) => end >= 0 && end < size)).toBe(true);
      expect(ends.map(inverse)).toEqual([...ends.keys()]);
    }),
    { numRuns: 40, seed: 7 },
  );
});

// Chance passes the limits once in 10,000 times. A Feistel network with four rounds, which looks as
// random, reaches 97 for four members with the same keys.
test.each([
  [3, 6, 25.7],
  [4, 24, 57.1],
])("all %i! orders come equally often over keys", (size, orders, limit) => {
  const draws = 3_000;
  const counts = new Map<string, number>();
  for (let draw = 0; draw < draws; draw += 1) {
    const order = orderOf(hash(Buffer.from(`order ${draw}`)), size).join();
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  const expected = draws / orders;
  const chiSquare = [...counts.values()].reduce(
    (sum, n) => sum + (n - expected) ** 2 / expected,
    0,
  );
  expect(counts.size).toBe(orders);
  expect(chiSquare).toBeLessThan(limit);
});

test("refuses a short key, an impossible size and a position outside", () => {
  expect(() => permute(COUNTING_KEY.slice(1), 5)).toThrow("32 bytes");
  for (const size of [-1, 1.5, 2 ** 32]) {
    expect(() => permute(COUNTING_KEY, size)).toThrow(`not ${size}`);
  }
  const { forward, inverse } = permute(COUNTING_KEY, 5);
  for (const position of [-1, 5, 0.5]) {
    expect(() => forward(position)).toThrow(`not ${position}`);
    expect(() => inverse(position)).toThrow(`not ${position}`);
  }
  expect(() => permute(COUNTING_KEY, 0).forward(0)).toThrow();
});
