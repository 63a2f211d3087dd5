import { expect, test } from "vitest";
import { NEW_CONDITION, NO_RULES } from "@/lib/domain/access-rule/access-rule";
import { cleanRules, newAction } from "./rule-values";

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
