import { expect, test } from "vitest";
import { outcomeOf } from "./outcome-of";

const NAMED = [
  { eventId: "spring", name: "Spring sale" },
  { eventId: "harbour", name: "Harbour" },
];
const done = (eventId: string) => ({ eventId, refusal: null });
const refused = (eventId: string) => ({ eventId, refusal: "The event is not open." });

test.each([
  ["pause", "Paused 2 events"],
  ["resume", "Resumed 2 events"],
  ["message", "Message sent to 2 events"],
] as const)("%s is told with how many it was done at", (act, text) => {
  const outcomes = [done("spring"), done("harbour")];
  expect(outcomeOf(act, outcomes, NAMED)).toEqual({ text, isDone: true });
});

test("what was refused is told by name, after what was done", () => {
  expect(outcomeOf("pause", [refused("spring"), done("harbour")], NAMED)).toEqual({
    text: "Paused 1 of 2 events. Spring sale: The event is not open.",
    isDone: false,
  });
});
