import { expect, test } from "vitest";
import { MovedLines } from "./moved-lines";

function newLines() {
  const moved = new MovedLines();
  const look = (id: string, atMs: number, nowMs: number, rests = false) =>
    moved.look(id, { atMs, rests }, nowMs);
  return { moved, look };
}

test("a line that goes on between two looks is moved by somebody else, and for three seconds more", () => {
  const { look } = newLines();
  expect(look("one", 1_000, 0)).toBe(false);
  expect(look("one", 1_900, 1_000)).toBe(true);
  expect(look("one", 1_900, 2_000)).toBe(true);
  expect(look("one", 1_900, 3_900)).toBe(true);
  expect(look("one", 1_900, 4_000)).toBe(false);
  expect(look("two", 2_000, 1_000)).toBe(false);
});

test("what this process has moved on nobody else has", () => {
  const { moved, look } = newLines();
  look("one", 1_000, 0);
  moved.noteOwn("one", 1_500, 10);
  expect(look("one", 1_500, 1_000)).toBe(false);
  moved.noteOwn("one", 2_500, 1_010);
  expect(look("one", 3_000, 2_000)).toBe(true);
});

test("a look of long ago tells nothing: a line at rest is looked at every 15 s only", () => {
  const { moved, look } = newLines();
  moved.noteOwn("one", 1_000, 0);
  expect(look("one", 20_000, 15_000)).toBe(false);
});

test("a line rests as long as the last look said so", () => {
  const { moved, look } = newLines();
  expect(moved.rested("one")).toBe(false);
  look("one", 1_000, 0, true);
  moved.noteOwn("one", 2_000, 1_000);
  expect(moved.rested("one")).toBe(true);
  look("one", 3_000, 2_000, false);
  expect(moved.rested("one")).toBe(false);
});

test("a line that others move on needs a look in every second round, any other in every one", () => {
  const { moved, look } = newLines();
  look("one", 1_000, 0);
  expect(moved.needsNoLook("one", 1_000)).toBe(false);
  look("one", 1_900, 1_000);
  expect(moved.needsNoLook("one", 2_000)).toBe(true);
  expect(moved.needsNoLook("one", 3_000)).toBe(false);
  look("one", 1_900, 3_000);
  expect(moved.needsNoLook("one", 4_000)).toBe(false);
  expect(moved.needsNoLook("two", 0)).toBe(false);
});
