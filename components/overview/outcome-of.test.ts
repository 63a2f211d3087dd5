import { expect, test } from "vitest";
import { outcomeOf } from "./outcome-of";

const NAMED = [
  { eventId: "spring", name: "Spring sale" },
  { eventId: "harbour", name: "Harbour" },
];
const done = (eventId: string) => ({ eventId, refusal: null, isPending: false });
const refused = (eventId: string) => ({ ...done(eventId), refusal: "The event is not open." });
const pending = (eventId: string) => ({ ...done(eventId), isPending: true });

test.each([
  ["pause", "Paused 2 events"],
  ["resume", "Resumed 2 events"],
  ["message", "Message sent to 2 events"],
] as const)("%s is told with how many it was done at", (act, text) => {
  const outcomes = [done("spring"), done("harbour")];
  expect(outcomeOf(act, outcomes, NAMED)).toEqual({ text, note: null, tone: "success" });
});

test("what was refused is told by name, after what was done", () => {
  expect(outcomeOf("pause", [refused("spring"), done("harbour")], NAMED)).toEqual({
    text: "Paused 1 of 2 events",
    note: "Spring sale: The event is not open.",
    tone: "danger",
  });
});

test("what waits for a second person is no failure", () => {
  expect(outcomeOf("message", [pending("spring"), pending("harbour")], NAMED)).toEqual({
    text: "Sent for approval",
    note: "Pending approval: Spring sale, Harbour.",
    tone: "info",
  });
  expect(outcomeOf("message", [done("spring"), pending("harbour")], NAMED)).toEqual({
    text: "Message sent to 1 of 2 events",
    note: "Pending approval: Harbour.",
    tone: "info",
  });
  expect(outcomeOf("message", [refused("spring"), pending("harbour")], NAMED)).toMatchObject({
    note: "Pending approval: Harbour. Spring sale: The event is not open.",
    tone: "danger",
  });
});
