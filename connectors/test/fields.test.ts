import fc from "fast-check";
import { expect, test } from "vitest";
import { readFields } from "../src/core/fields.ts";

const NAMES = { first: "a", second: "bc" };

/** The same, said plainly. */
function readPlainly(text: string): Record<keyof typeof NAMES, string> {
  const pairs = text.split("&").map((pair) => pair.split("="));
  const textOf = (name: string): string => {
    const own = pairs.filter((pair) => pair.length === 2 && pair[0] === name);
    return own.at(-1)?.[1] ?? "";
  };
  return { first: textOf(NAMES.first), second: textOf(NAMES.second) };
}

test("what is exactly one name and one value is read, and nothing else", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "b", "c", "&", "=", "%"), maxLength: 30 });
  fc.assert(
    fc.property(texts, (text) => {
      expect(readFields(text, "&", "=", NAMES)).toEqual(readPlainly(text));
    }),
    {
      numRuns: 5000,
      examples: [["a"], ["ax"], ["a=1&bc"], ["x&a=1"], ["a=1&a=2=3"], ["a=&bc=2&"]],
    },
  );
});

test("a text that is too long is read as empty", () => {
  const long = `a=${"1".repeat(4094)}`;
  expect(readFields(long, "&", "=", NAMES)).toEqual({ first: long.slice(2), second: "" });
  expect(readFields(`${long}1`, "&", "=", NAMES)).toEqual({ first: "", second: "" });
});
