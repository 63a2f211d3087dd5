import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 as hash } from "@/simulation/scenarios/draw";
import { createDrawOrder } from "./draw-order";
import { exclude } from "./exclusions";
import { drawLanes } from "./lane-sequence";
import { emptyUrns } from "./verifier/urns";

const keyOf = (name: string) => new Uint8Array(hash(Buffer.from(name)));

test("the verifier's own lanes agree with the server's for every key, size and weight", async () => {
  const lane = fc.record({
    size: fc.integer({ min: 0, max: 120 }),
    weight: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 10_000 })),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(lane, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 1 }),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      async (lanes, section, bytes) => {
        const sizes = lanes.map(({ size }) => size);
        const weights = lanes.map(({ weight }) => weight);
        const key = new Uint8Array(bytes);
        const { placeOf, laneAt, nthAt } = drawLanes({ sizes, weights, key, section, hash });
        const turnOf = await emptyUrns({ sizes, weights, key, section });
        const places: number[] = [];
        for (const [urn, size] of sizes.entries()) {
          for (let nth = 0; nth < size; nth += 1) {
            const place = placeOf(urn, nth);
            expect(turnOf(urn, nth)).toBe(place);
            expect([laneAt(place), nthAt(place)]).toEqual([urn, nth]);
            places.push(place);
          }
        }
        expect(places.toSorted((a, b) => a - b)).toEqual(places.map((_, at) => at));
      },
    ),
    { numRuns: 30, seed: 5 },
  );
});

// Chance passes the limits, which are those of 1 in 10,000, once in that many choices of keys.
test("who comes first, and who second, has the chances that the weights say", () => {
  const draws = 4_000;
  const weights = [5, 2, 1];
  const groups = [
    { firstIndex: 1, count: 1 },
    { firstIndex: 2, count: 2, lane: 1 },
    { firstIndex: 10, count: 1, lane: 2 },
  ];
  const weightOf: Record<number, number> = { 1: 5, 2: 2, 3: 2, 10: 1 };
  const all = Object.values(weightOf).reduce((sum, weight) => sum + weight, 0);
  const counts = new Map<string, number>();
  for (let draw = 0; draw < draws; draw += 1) {
    const rules = { weights, excluded: [], action: "last" } as const;
    const { indexAt } = createDrawOrder({ groups, key: keyOf(`draw ${draw}`), hash, rules });
    const pair = `${indexAt(1)} ${indexAt(2)}`;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  let chiSquare = 0;
  for (const [first, weight] of Object.entries(weightOf)) {
    for (const [second, next] of Object.entries(weightOf)) {
      if (first === second) continue;
      const expected = ((draws * weight) / all) * (next / (all - weight));
      chiSquare += ((counts.get(`${first} ${second}`) ?? 0) - expected) ** 2 / expected;
    }
  }
  expect(counts.size).toBe(12);
  expect(chiSquare).toBeLessThan(37.4);
});

test("in a large draw a lane has its share of the first places", () => {
  const groups = [
    { firstIndex: 1, count: 5_000 },
    { firstIndex: 5_001, count: 5_000, lane: 1 },
  ];
  const rules = { weights: [1, 4], excluded: [], action: "last" } as const;
  const { indexAt } = createDrawOrder({ groups, key: keyOf("large"), hash, rules });
  const heavy = Array.from({ length: 500 }, (_, at) => indexAt(at + 1) ?? 0).filter(
    (index) => index > 5_000,
  ).length;
  // 400 are expected, less the few by which the lane is used up; 9 are one standard deviation.
  expect(heavy).toBeGreaterThan(350);
  expect(heavy).toBeLessThan(440);
});

test("an index in a hole is nobody's, excluded or not, and ranges do not cross holes", () => {
  const groups = [
    { firstIndex: 1, count: 3 },
    { firstIndex: 100, count: 3, lane: 1 },
  ];
  const excluded = exclude(groups, (index) => index !== 1);
  expect(excluded).toEqual([
    { firstIndex: 2, count: 2 },
    { firstIndex: 100, count: 3 },
  ]);
  const rules = { weights: [1, 1], excluded, action: "last" } as const;
  const order = createDrawOrder({ groups, key: keyOf("holes"), hash, rules });
  expect(order.placeOf(1)).toBe(1);
  expect([4, 50, 99, 103, 1.5].map(order.placeOf)).toEqual([null, null, null, null, null]);
  expect([4, 99].map(order.isMember)).toEqual([false, false]);
  const others = [2, 3, 100, 101, 102].map(order.placeOf);
  expect(others.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([2, 3, 4, 5, 6]);
});

test("a group of a lane that the draw does not have is refused", () => {
  const groups = [{ firstIndex: 1, count: 3, lane: 1 }];
  expect(() => createDrawOrder({ groups, key: keyOf("lane"), hash })).toThrow("lane");
});
