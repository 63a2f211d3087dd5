import fc from "fast-check";
import { expect, test } from "vitest";
import { readSupportCode, supportCode } from "./support-code";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTWXYZ";
const place = fc.record({
  runId: fc.integer({ min: 1, max: 10_000 }),
  lane: fc.integer({ min: 0, max: 20 }),
  number: fc.oneof(fc.integer({ min: 1, max: 3_000_000 }), fc.integer({ min: 1, max: 2 ** 45 })),
});

test("a place comes back from its code, however it was typed", () => {
  fc.assert(
    fc.property(place, (one) => {
      const code = supportCode(one);
      const spellings = [
        code,
        code.toLowerCase(),
        code.replaceAll("-", ""),
        ` ${code.replaceAll("-", " – ")} `,
        code.replaceAll("0", "o").replaceAll("1", "l").replaceAll("W", "v"),
        code.replaceAll("0", "O").replaceAll("1", "I").replaceAll("W", "u"),
      ];
      for (const typed of spellings)
        expect(readSupportCode(typed, one.runId)).toEqual({ ok: true, ...one });
    }),
  );
});

test("up to 28 million numbers it has eight symbols, in two groups", () => {
  expect(supportCode({ runId: 1, lane: 0, number: 1 })).toMatch(/^\w{4}-\w{4}$/);
  expect(supportCode({ runId: 99, lane: 3, number: 28_000_000 })).toMatch(/^\w{4}-\w{4}$/);
});

test("every wrong symbol and every swap of neighbours is noticed", () => {
  fc.assert(
    fc.property(place, (one) => {
      const symbols = [...supportCode(one).replaceAll("-", "")];
      for (let at = 0; at < symbols.length; at += 1) {
        for (const other of ALPHABET) {
          if (other === symbols[at]) continue;
          const wrong = symbols.with(at, other).join("");
          expect(readSupportCode(wrong, one.runId)).toEqual({ ok: false, problem: "typo" });
        }
        const [a, b] = [symbols[at], symbols[at + 1]];
        if (a === undefined || b === undefined || a === b) continue;
        const swapped = symbols.with(at, b).with(at + 1, a);
        expect(readSupportCode(swapped.join(""), one.runId).ok).toBe(false);
      }
    }),
    { numRuns: 50 },
  );
});

test.each([
  ["", "length"],
  ["K7QF", "length"],
  ["K7QF-3MTP-K7QF-3MTP", "length"],
  ["x".repeat(1_000), "length"],
  ["K7QF-3MT!", "symbol"],
] as const)("%s is no code: %s", (typed, problem) => {
  expect(readSupportCode(typed, 1)).toEqual({ ok: false, problem });
});

test("a code of a run before names that run", () => {
  const code = supportCode({ runId: 40, lane: 0, number: 7 });
  expect(readSupportCode(code, 40)).toMatchObject({ runId: 40 });
  expect(readSupportCode(code, 41)).toMatchObject({ runId: 40 });
  expect(readSupportCode(code, 70)).toMatchObject({ runId: 40 });
  expect(readSupportCode(code, 71)).toMatchObject({ runId: 71 });
  expect(readSupportCode(code, 8)).toMatchObject({ runId: 0 });
});

test("neighbours in line have codes that look different", () => {
  const codes = Array.from({ length: 1_000 }, (_, index) =>
    supportCode({ runId: 1, lane: 0, number: index + 1 }),
  );
  expect(new Set(codes).size).toBe(1_000);
  const alike = codes.filter((code, index) => code.slice(0, 4) === codes[index + 1]?.slice(0, 4));
  expect(alike).toEqual([]);
});
