import { expect, test } from "vitest";
import { nextRuleId } from "./next-rule-id";

const ids = (...all: number[]) => all.map((id) => ({ id }));

test.each([
  [ids(), 1],
  [ids(1, 2, 3), 4],
  [ids(7, 2), 8],
  [ids(9_999, 1, 3), 2],
] as const)("beside %j the next rule gets an id of its own", (rules, id) => {
  expect(nextRuleId(rules)).toBe(id);
});

test("a removed rule's id is not given again while a higher one is there", () => {
  expect(nextRuleId(ids(1, 5))).toBe(6);
});
