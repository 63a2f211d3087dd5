import { expect, test } from "vitest";
import { simulateDraw, uniformityPValue } from "./draw";

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const SMALL = {
  draws: 300,
  membersOfDraw: 1_000,
  membersVerified: 2_000,
  receipts: 200,
  changes: 60,
};

test("coming first or by a bot gains nothing, receipts hold and changed bytes are found", async () => {
  const result = await simulateDraw({ random: seeded(5), ...SMALL });
  expect(result.pValue).toBeGreaterThan(0.01);
  expect(result).toMatchObject({ receiptsVerified: 200, tamperedFound: 1 });
  expect(await simulateDraw({ random: seeded(5), ...SMALL })).toEqual(result);
});

test("the test of uniformity tells even values from skewed ones", () => {
  const even = Array.from({ length: 1_000 }, (_, at) => (at + 0.5) / 1_000);
  expect(uniformityPValue(even)).toBe(1);
  expect(uniformityPValue(even.map((value) => value ** 1.2))).toBeLessThan(0.001);
  // The 5 % point of the Kolmogorov distribution is at 1.358.
  const shift = 1.358 / (Math.sqrt(1_000) + 0.12) - 0.0005;
  expect(uniformityPValue(even.map((value) => value + shift))).toBeCloseTo(0.05, 2);
});
