import { expect, test } from "vitest";
import { NO_RULES } from "@/lib/domain/access-rule/access-rule";
import { NEW_CONDITION } from "@/lib/domain/protection/presets";
import { cleanRules, newAction, nextRuleId } from "./rule-values";

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

test("lines are values without what stands around them, and empty ones are none", () => {
  const condition = { ...NEW_CONDITION, values: [" curl ", "", "   ", "wget"] };
  const rule = { id: 1, name: "Tools", conditions: [condition], action: newAction("challenge") };
  const cleaned = cleanRules({ ...NO_RULES, rules: [rule] });
  expect(cleaned.rules[0]?.conditions[0]?.values).toEqual(["curl", "wget"]);
});

test.each([
  ["block", { type: "block", reason: "" }],
  ["later", { type: "later", seconds: 3_600 }],
  ["join", { type: "join" }],
] as const)("an action that was just chosen has all that it needs: %s", (type, action) => {
  expect(newAction(type)).toEqual(action);
});
