import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ACCESS_CODE_ALPHABET,
  accessCodeId,
  formatAccessCode,
  makeAccessCodes,
  type RandomBytes,
  readAccessCode,
} from "./access-code";

/** A generator whose bytes are the same for the same seed, yet look random (SHA-256 of a counter). */
function seededBytes(seed: number): RandomBytes {
  let block = 0;
  return (byteCount) => {
    const blocks = Array.from({ length: Math.ceil(byteCount / 32) }, () => {
      block += 1;
      return createHash("sha256").update(`${seed}|${block}`).digest();
    });
    return Buffer.concat(blocks).subarray(0, byteCount);
  };
}

const anyCode = fc.integer().map((seed) => makeAccessCodes(1, seededBytes(seed))[0] ?? "");
const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");

test("the alphabet has no look-alikes and a prime number of symbols, as the check symbol needs", () => {
  expect(ACCESS_CODE_ALPHABET).not.toMatch(/[01IOL]/);
  expect(new Set(ACCESS_CODE_ALPHABET).size).toBe(31);
});

test("a batch has as many different codes as asked for, each of which reads as itself", () => {
  const codes = makeAccessCodes(5_000, seededBytes(1));
  expect(new Set(codes).size).toBe(5_000);
  for (const code of codes) expect(readAccessCode(code)).toEqual({ ok: true, code });
  expect(makeAccessCodes(0, seededBytes(1))).toEqual([]);
});

test("a generator that repeats itself does not repeat a code", () => {
  const bytes = seededBytes(7);
  const repeated = bytes(120);
  let calls = 0;
  const repeating: RandomBytes = (byteCount) => {
    calls += 1;
    return calls <= 3 ? repeated.subarray(0, byteCount) : bytes(byteCount);
  };
  expect(new Set(makeAccessCodes(30, repeating)).size).toBe(30);
});

test("each symbol is equally likely", () => {
  const counts = new Map<string, number>();
  for (const code of makeAccessCodes(31_000, seededBytes(2))) {
    for (const symbol of code.slice(0, 10)) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - 10_000) ** 2 / 10_000, 0);
  // 30 degrees of freedom: above 60 in one of a thousand fair samples.
  expect(counts.size).toBe(31);
  expect(chiSquare).toBeLessThan(60);
});

describe("a typed code", () => {
  const [code = ""] = makeAccessCodes(1, seededBytes(3));
  const shown = formatAccessCode(code);

  test("is shown in groups", () => expect(shown).toMatch(/^.{4}-.{4}-.{3}$/));

  test.each([
    shown,
    shown.toLowerCase(),
    ` ${shown} `,
    shown.replaceAll("-", " "),
    shown.replaceAll("-", "–"),
    shown.replaceAll("-", "\u2212"),
    [...code].join(" "),
    `\ufeff${shown}\u00a0`,
    [...code].map((symbol) => String.fromCharCode(symbol.charCodeAt(0) + 0xfee0)).join(""),
  ])("%j is understood", (typed) => expect(readAccessCode(typed)).toEqual({ ok: true, code }));

  test.each([
    ["", "length"],
    [code.slice(0, 10), "length"],
    [`${code}A`, "length"],
    [`${code}${" ".repeat(90)}`, "length"],
    [`O${code.slice(1)}`, "symbol"],
    [`${code.slice(0, 10)}ß`, "symbol"],
    [`${code.slice(0, 9)}😀A`, "symbol"],
    ["constructor", "symbol"],
  ])("%j is refused: %s", (typed, problem) => {
    expect(readAccessCode(typed)).toEqual({ ok: false, problem });
  });
});

test("every wrong symbol, and every two that changed places, are a typo and not another code", () => {
  fc.assert(
    fc.property(anyCode, (code) => {
      for (let at = 0; at < code.length; at += 1) {
        for (const symbol of ACCESS_CODE_ALPHABET) {
          if (symbol === code[at]) continue;
          const wrong = code.slice(0, at) + symbol + code.slice(at + 1);
          expect(readAccessCode(wrong)).toEqual({ ok: false, problem: "typo" });
        }
        for (let other = at + 1; other < code.length; other += 1) {
          if (code[at] === code[other]) continue;
          const symbols = [...code];
          [symbols[at], symbols[other]] = [code.charAt(other), code.charAt(at)];
          expect(readAccessCode(symbols.join(""))).toEqual({ ok: false, problem: "typo" });
        }
      }
    }),
    { numRuns: 30 },
  );
});

test("any text is read without an error, and what is accepted has the stored form", () => {
  const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
  fc.assert(
    fc.property(fc.oneof(anyText, fc.string(), anyCode), (typed) => {
      const reading = readAccessCode(typed);
      if (reading.ok) expect(readAccessCode(formatAccessCode(reading.code))).toEqual(reading);
    }),
  );
});

test("the id of a code does not show it and differs between events", () => {
  const [code = ""] = makeAccessCodes(1, seededBytes(4));
  const id = accessCodeId({ customerId: "acme", eventId: "sale", code }, sha256);
  expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(id).not.toContain(code);
  expect(accessCodeId({ customerId: "acme", eventId: "sale", code }, sha256)).toBe(id);
  expect(accessCodeId({ customerId: "acme", eventId: "gala", code }, sha256)).not.toBe(id);
  expect(accessCodeId({ customerId: "other", eventId: "sale", code }, sha256)).not.toBe(id);
});
