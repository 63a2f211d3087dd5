import { expect, test } from "vitest";
import { MovedLines } from "./moved-lines";

test("a line that goes on between two looks is moved by somebody else, and for three seconds more", () => {
  const moved = new MovedLines();
  expect(moved.look("one", 1_000, 0)).toBe(false);
  expect(moved.look("one", 1_900, 1_000)).toBe(true);
  expect(moved.look("one", 1_900, 2_000)).toBe(true);
  expect(moved.look("one", 1_900, 3_900)).toBe(true);
  expect(moved.look("one", 1_900, 4_000)).toBe(false);
  expect(moved.look("two", 2_000, 1_000)).toBe(false);
});

test("what this process has moved on nobody else has", () => {
  const moved = new MovedLines();
  moved.look("one", 1_000, 0);
  moved.noteOwn("one", 1_500, 10);
  expect(moved.look("one", 1_500, 1_000)).toBe(false);
  moved.noteOwn("one", 2_500, 1_010);
  expect(moved.look("one", 3_000, 2_000)).toBe(true);
});

test("a look of long ago tells nothing: a line at rest is looked at every 15 s only", () => {
  const moved = new MovedLines();
  moved.noteOwn("one", 1_000, 0);
  expect(moved.look("one", 20_000, 15_000)).toBe(false);
});
