import { expect, test } from "vitest";
import { KeptRows } from "./kept-rows";

const rows = (count: number) =>
  new Map(Array.from({ length: count }, (_, index) => [`e${index}`, { stamp: "1", row: index }]));

test("the rows that nobody has asked for the longest go first", () => {
  const kept = new KeptRows<number>(10);
  kept.keep("a", rows(4));
  kept.keep("b", rows(4));
  kept.keep("a", rows(5));
  kept.keep("c", rows(4));
  expect(["a", "b", "c"].map((one) => kept.of(one).size)).toEqual([5, 0, 4]);
});

test("the rows of one customer may be more than the most, and then are the only ones", () => {
  const kept = new KeptRows<number>(10);
  kept.keep("a", rows(4));
  kept.keep("b", rows(30));
  expect(["a", "b"].map((one) => kept.of(one).size)).toEqual([0, 30]);
  kept.keep("b", rows(3));
  kept.keep("a", rows(7));
  expect(["a", "b"].map((one) => kept.of(one).size)).toEqual([7, 3]);
});
