import fc from "fast-check";
import { expect, test } from "vitest";
import { nextSpoken, type Spoken } from "./spoken";

test("something is said at most every 15 s and never twice in a row", () => {
  const steps = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 20_000 }),
      text: fc.constantFrom("a", "b", "c"),
    }),
  );
  fc.assert(
    fc.property(steps, (changes) => {
      let spoken: Spoken = { text: "", atMs: Number.NEGATIVE_INFINITY };
      let atMs = 0;
      for (const { afterMs, text } of changes) {
        atMs += afterMs;
        const next = nextSpoken(spoken, text, atMs);
        if (next !== spoken) {
          expect(next.atMs - spoken.atMs).toBeGreaterThanOrEqual(15_000);
          expect(next.text).not.toBe(spoken.text);
        }
        spoken = next;
      }
    }),
  );
});

test("what could not be said yet is said as soon as it may", () => {
  const first = nextSpoken({ text: "", atMs: Number.NEGATIVE_INFINITY }, "In line", 0);
  expect(nextSpoken(first, "Your turn", 14_999)).toBe(first);
  expect(nextSpoken(first, "Your turn", 15_000)).toEqual({ text: "Your turn", atMs: 15_000 });
});
