import fc from "fast-check";
import { expect, test } from "vitest";
import { NOTHING_SPOKEN, nextSpoken } from "./spoken";

test("something is said at most every 15 s, nothing twice in a row, and each message once", () => {
  const steps = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 20_000 }),
      sentence: fc.constantFrom("a", "b", "c"),
      message: fc.constantFrom("", "m"),
    }),
  );
  fc.assert(
    fc.property(steps, (changes) => {
      let spoken = NOTHING_SPOKEN;
      let atMs = 0;
      let messages = 0;
      for (const { afterMs, ...said } of changes) {
        atMs += afterMs;
        const next = nextSpoken(spoken, said, atMs);
        if (next !== spoken) {
          expect(next.atMs - spoken.atMs).toBeGreaterThanOrEqual(15_000);
          expect(next.text).not.toBe(spoken.text);
          if (next.text === "m") messages += 1;
        }
        spoken = next;
      }
      expect(messages).toBeLessThanOrEqual(1);
    }),
  );
});

test("what could not be said yet is said as soon as it may", () => {
  const first = nextSpoken(NOTHING_SPOKEN, { sentence: "In line", message: "" }, 0);
  const turn = { sentence: "Your turn", message: "" };
  expect(nextSpoken(first, turn, 14_999)).toBe(first);
  expect(nextSpoken(first, turn, 15_000).text).toBe("Your turn");
});

test("the operator's words follow the place, and the place is not repeated after them", () => {
  const both = { sentence: "In line", message: "Doors open at nine" };
  const first = nextSpoken(NOTHING_SPOKEN, both, 0);
  expect(first.text).toBe("In line");
  const second = nextSpoken(first, both, 15_000);
  expect(second.text).toBe("Doors open at nine");
  expect(nextSpoken(second, both, 60_000)).toBe(second);
});
