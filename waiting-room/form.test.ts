import fc from "fast-check";
import { expect, test } from "vitest";
import { parseForm } from "./form";

const NAMES = ["a", "b c", "ä", ""];

test("a form reads as URLSearchParams reads it, whatever it holds", () => {
  const piece = fc.constantFrom("a", "b", "=", "&", "+", "%20", "%C3%A4", "%", "%zz", "%ff", "ä");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join("");
      const [ours, reference] = [parseForm(text), new URLSearchParams(text)];
      const names = [...NAMES, ...reference.keys()];
      expect(names.map((name) => ours.get(name))).toEqual(names.map((name) => reference.get(name)));
    }),
    { numRuns: 2_000 },
  );
});

test("the first value of a name counts", () => {
  expect(parseForm("lane=1&lane=2").get("lane")).toBe("1");
  expect(parseForm("lane=1").get("other")).toBeNull();
});
