import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesPattern } from "./match-pattern";

test.each([
  ["/shop/tickets", "/shop/*", true],
  ["/shop/tickets", "*tick*", true],
  ["/shop/tickets", "/shop", false],
  ["/shop", "/shop*", true],
  ["", "*", true],
  ["", "", true],
  ["aab", "*ab", true],
  ["abc", "a*b", false],
])("%s against %s", (text, pattern, matches) => {
  expect(matchesPattern(text, pattern)).toBe(matches);
});

test("matches what the same regular expression matches", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 12 });
  fc.assert(
    fc.property(texts, texts, (text, pattern) => {
      const expression = pattern.split("*").join(".*");
      expect(matchesPattern(text, pattern)).toBe(new RegExp(`^${expression}$`, "s").test(text));
    }),
  );
});
