import { expect, test } from "vitest";
import { EPOCH_NUMBERS } from "@/lib/domain/line/epoch";
import { nameOfVisitor, visitorInSentence } from "./name-of-visitor";

const named = (number: number, lane: string | null = null) => ({
  run: 2,
  place: { lane, number, state: "waiting", ahead: 4, admittedAt: null, score: null } as const,
});

test.each([
  [named(5), "Number 5 of run 2", "number 5 of run 2"],
  [named(EPOCH_NUMBERS + 5, "VIP"), "Number 5 of run 2", "number 5 of run 2, lane VIP"],
  [named(0), "Visitor of the false queue", "this visitor"],
])("a visitor is called by number, run and lane", (story, name, inSentence) => {
  expect(nameOfVisitor(story)).toBe(name);
  expect(visitorInSentence(story)).toBe(inSentence);
});
