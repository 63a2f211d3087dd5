import { expect, test } from "vitest";
import { Unconfirmed } from "./unconfirmed";

const NO_LOSS = 0;
const LOSS = 5_000;

function started() {
  const unconfirmed = new Unconfirmed<string>();
  unconfirmed.noteState({ holdUntilMs: NO_LOSS, lineTimeMs: 1_000 });
  unconfirmed.add("first", 1_000);
  return unconfirmed;
}

test("what Redis still has ten seconds later is dropped", () => {
  const unconfirmed = started();
  expect(unconfirmed.noteState({ holdUntilMs: NO_LOSS, lineTimeMs: 11_000 })).toBe(false);
  expect(unconfirmed.isEmpty).toBe(false);
  expect(unconfirmed.noteState({ holdUntilMs: NO_LOSS, lineTimeMs: 11_001 })).toBe(false);
  expect(unconfirmed.isEmpty).toBe(true);
});

test.each([2_000, 16_000, 601_000, 36_000_000])(
  "a loss that is heard of at %i ms undoes nothing that is kept",
  (lineTimeMs) => {
    const unconfirmed = started();
    expect(unconfirmed.noteState({ holdUntilMs: lineTimeMs + LOSS, lineTimeMs })).toBe(true);
    expect(unconfirmed.owed()).toEqual(["first"]);
  },
);

test("it is owed until it was written back, and then for ten seconds more", () => {
  const unconfirmed = started();
  const loss = { holdUntilMs: 65_000, lineTimeMs: 60_000 };
  expect(unconfirmed.noteState(loss)).toBe(true);
  expect(unconfirmed.noteState({ ...loss, lineTimeMs: 90_000 })).toBe(true);
  unconfirmed.noteWrittenBack(90_000);
  expect(unconfirmed.noteState({ ...loss, lineTimeMs: 99_000 })).toBe(false);
  expect(unconfirmed.owed()).toEqual(["first"]);
  expect(unconfirmed.noteState({ holdUntilMs: 104_000, lineTimeMs: 99_500 })).toBe(true);
  unconfirmed.noteWrittenBack(99_500);
  expect(unconfirmed.noteState({ holdUntilMs: 104_000, lineTimeMs: 110_000 })).toBe(false);
  expect(unconfirmed.isEmpty).toBe(true);
});

test("a new run owes nothing, and its first state is no loss", () => {
  const unconfirmed = started();
  unconfirmed.forget();
  expect(unconfirmed.noteState({ holdUntilMs: 7, lineTimeMs: 20_000 })).toBe(false);
  expect(unconfirmed.isEmpty).toBe(true);
});
