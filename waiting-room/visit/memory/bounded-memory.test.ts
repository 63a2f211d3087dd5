import { expect, test } from "vitest";
import { BoundedMemory } from "./bounded-memory";

test("what was asked for the longest ago makes room", () => {
  const memory = new BoundedMemory<string>(10);
  memory.set("a", "A", 4);
  memory.set("b", "B", 4);
  memory.get("a");
  memory.set("c", "C", 4);
  expect([memory.get("a"), memory.get("b"), memory.get("c")]).toEqual(["A", undefined, "C"]);
});

test("it never holds more bytes than it may, ten thousand values long", () => {
  const memory = new BoundedMemory<number>(1_000);
  for (let index = 0; index < 10_000; index += 1) {
    memory.set(`n${index % 700}`, index, index % 97);
    expect(memory.size).toBeLessThanOrEqual(1_000);
  }
});

test("a value that is too large is not kept, and takes nobody's place but its own", () => {
  const memory = new BoundedMemory<string>(10);
  memory.set("a", "A", 4);
  memory.set("b", "B", 4);
  memory.set("b", "larger", 11);
  expect([memory.get("a"), memory.get("b"), memory.size]).toEqual(["A", undefined, 4]);
});
