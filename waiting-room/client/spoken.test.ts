import fc from "fast-check";
import { expect, test } from "vitest";
import { NOTHING_SPOKEN, nextSpoken } from "./spoken";

const IN_LINE = { state: "In line.", progress: "9 ahead", notes: [""] };

test("a state and a note are said at once, progress at most every 30 s, and nothing again while it stays", () => {
  const steps = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 40_000 }),
      state: fc.constantFrom("a", "b"),
      progress: fc.constantFrom("1", "2", "3"),
      notes: fc.subarray(["m", "n"]),
    }),
  );
  fc.assert(
    fc.property(steps, (changes) => {
      let spoken = NOTHING_SPOKEN;
      let told = { state: "", notes: [] as readonly string[] };
      let atMs = 0;
      for (const { afterMs, ...said } of changes) {
        atMs += afterMs;
        const next = nextSpoken(spoken, said, atMs);
        const words = next.text.split(" ");
        const isSpeaking = next.atMs !== spoken.atMs || next.text !== spoken.text;
        const fresh = said.notes.filter((note) => !told.notes.includes(note));
        if (said.state !== told.state || fresh.length > 0) {
          expect(next.atMs).toBe(atMs);
          for (const note of fresh) expect(words).toContain(note);
        } else if (isSpeaking) {
          expect(next.atMs - spoken.atMs).toBeGreaterThanOrEqual(30_000);
          expect(next.text).toBe(said.progress);
          expect(next.text).not.toBe(spoken.progress);
        }
        expect(words.includes(said.state) && isSpeaking).toBe(said.state !== told.state);
        told = said;
        spoken = next;
      }
    }),
  );
});

test("the number is said as soon as it is there, and a pause when it begins, with the operator's words", () => {
  const joining = nextSpoken(NOTHING_SPOKEN, { ...IN_LINE, state: "Joining.", progress: "" }, 0);
  expect(joining.text).toBe("Joining.");
  const inLine = nextSpoken(joining, IN_LINE, 300);
  expect(inLine.text).toBe("In line. 9 ahead");
  const message = "Back at nine.";
  const paused = { state: "Paused.", progress: "9 ahead", notes: [message] };
  expect(nextSpoken(inLine, paused, 5_000).text).toBe("Paused. 9 ahead Back at nine.");
});

test("progress waits for its turn, and what has stayed the same is not said again", () => {
  const first = nextSpoken(NOTHING_SPOKEN, IN_LINE, 0);
  const nearer = { ...IN_LINE, progress: "8 ahead" };
  const early = nextSpoken(first, nearer, 29_999);
  expect(early.text).toBe(first.text);
  const due = nextSpoken(early, nearer, 30_000);
  expect(due.text).toBe("8 ahead");
  expect(nextSpoken(due, nearer, 300_000)).toEqual(due);
});

test("a note is said again when it comes up again", () => {
  const warned = { ...IN_LINE, notes: ["It may sell out"] };
  const heard = [warned, IN_LINE, warned].reduce(
    ({ spoken, texts }, said, index) => {
      const next = nextSpoken(spoken, said, index * 1_000);
      return { spoken: next, texts: [...texts, next.text] };
    },
    { spoken: NOTHING_SPOKEN, texts: [] as string[] },
  );
  expect(heard.texts).toEqual([
    "In line. 9 ahead It may sell out",
    "In line. 9 ahead It may sell out",
    "It may sell out",
  ]);
});
