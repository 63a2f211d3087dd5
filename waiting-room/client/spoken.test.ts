import fc from "fast-check";
import { expect, test } from "vitest";
import { NOTHING_SPOKEN, nextSpoken } from "./spoken";

test("something is said at most every 15 s, nothing twice in a row, and each note once while it is there", () => {
  const steps = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 20_000 }),
      sentence: fc.constantFrom("a", "b", "c"),
      notes: fc.subarray(["m", "n"]),
    }),
  );
  fc.assert(
    fc.property(steps, (changes) => {
      let spoken = NOTHING_SPOKEN;
      let atMs = 0;
      for (const { afterMs, ...said } of changes) {
        atMs += afterMs;
        const next = nextSpoken(spoken, said, atMs);
        if (next.atMs !== spoken.atMs) {
          expect(next.atMs - spoken.atMs).toBeGreaterThanOrEqual(15_000);
          expect(next.text).not.toBe(spoken.text);
          expect(spoken.notes.filter((note) => said.notes.includes(note))).not.toContain(next.text);
        }
        spoken = next;
      }
    }),
  );
});

test("what could not be said yet is said as soon as it may", () => {
  const first = nextSpoken(NOTHING_SPOKEN, { sentence: "In line", notes: [] }, 0);
  const turn = { sentence: "Your turn", notes: [] };
  expect(nextSpoken(first, turn, 14_999)).toBe(first);
  expect(nextSpoken(first, turn, 15_000).text).toBe("Your turn");
});

test("the operator's words follow the place, and the place is not repeated after them", () => {
  const both = { sentence: "In line", notes: ["Doors open at nine", ""] };
  const first = nextSpoken(NOTHING_SPOKEN, both, 0);
  expect(first.text).toBe("In line");
  const second = nextSpoken(first, both, 15_000);
  expect(second.text).toBe("Doors open at nine");
  expect(nextSpoken(second, both, 60_000)).toEqual(second);
});

test("each note has its own turn, and is said again when it comes up again", () => {
  const warned = ["Doors open at nine", "It may sell out"];
  const steps = [warned, warned, warned, warned, ["Doors open at nine"], warned];
  let spoken = { ...NOTHING_SPOKEN, atMs: 0 };
  const heard = steps.map((notes, index) => {
    const said = { sentence: index < 4 ? "In line" : "You are next", notes };
    spoken = nextSpoken(spoken, said, spoken.atMs + 15_000);
    return spoken.text;
  });
  expect(heard).toEqual([
    "In line",
    ...warned,
    "It may sell out",
    "You are next",
    "It may sell out",
  ]);
});
