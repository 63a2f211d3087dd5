import { expect, test } from "vitest";
import { compareFigures } from "./figures-compared";

const told = new Map([
  ["arrivals", 5],
  ["joins.0", 3],
  ["joins.1", 1],
]);
const stored = new Map([
  ["arrivals", 5],
  ["joins", 4],
  ["joins.0", 3],
  ["joins.1", 1],
]);

test("what was told by lane is compared by lane and in all", () => {
  const compared = compareFigures(told, stored);
  expect(compared.different).toEqual([]);
  expect(compared.observed).toEqual({ arrivals: 5, joins: 4, "joins.0": 3, "joins.1": 1 });
});

test("a join in another lane, one too many and a figure of which nobody was told are different", () => {
  const wrong = new Map(stored);
  wrong.set("joins.0", 2).set("joins.1", 2).set("arrivals", 6).set("renewed", 1);
  const names = compareFigures(told, wrong).different.map(({ name }) => name);
  expect(names).toEqual(["arrivals", "joins.0", "joins.1", "renewed"]);
});

test("what is not stored at all is different", () => {
  expect(compareFigures(told, new Map()).different).toHaveLength(4);
});
