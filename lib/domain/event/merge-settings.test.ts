import fc from "fast-check";
import { expect, test } from "vitest";
import { sameValue } from "@/lib/domain/same-value";
import { mergeSettings } from "./merge-settings";

test("what only I changed is mine, what only they changed stays theirs, what both changed is a conflict", () => {
  const seen = { a: 1, b: 1, c: 1, d: 1, e: 1 };
  const mine = { a: 2, b: 1, c: 2, d: 2, e: 1 };
  const theirs = { a: 1, b: 3, c: 3, d: 2, e: 1 };
  expect(mergeSettings(seen, mine, theirs)).toEqual({ values: { a: 2 }, conflicts: ["c"] });
});

test("the order of fields is no difference, the order of a list is", () => {
  expect(sameValue({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 })).toBe(true);
  expect(sameValue({ a: undefined }, {})).toBe(true);
  expect(sameValue([1, 2], [2, 1])).toBe(false);
  expect(sameValue(null, {})).toBe(false);
  expect(sameValue("1", 1)).toBe(false);
});

const settings = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.nat(2), { minKeys: 3 });

test("nothing that somebody else changed is ever overwritten unasked, and nothing of mine is lost in silence", () => {
  fc.assert(
    fc.property(settings, settings, settings, (seen, mine, theirs) => {
      const { values, conflicts } = mergeSettings(seen, mine, theirs);
      for (const name of ["a", "b", "c"]) {
        if (theirs[name] !== seen[name]) expect(name in values).toBe(false);
        const isLost = mine[name] !== seen[name] && mine[name] !== theirs[name];
        expect(name in values || conflicts.includes(name)).toBe(isLost);
      }
    }),
  );
});
