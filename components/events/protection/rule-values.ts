import type { AccessAction, AccessRules } from "@/lib/domain/access-rule/access-rule";

/** What an action is when it has just been chosen. */
export function newAction(type: AccessAction["type"]): AccessAction {
  if (type === "block") return { type, reason: "" };
  return type === "later" ? { type, seconds: 3_600 } : { type };
}

/** Empty lines are no values. */
export function cleanRules({ rules, headers }: AccessRules): AccessRules {
  return {
    headers,
    rules: rules.map((rule) => ({
      ...rule,
      conditions: rule.conditions.map((condition) => ({
        ...condition,
        values: condition.values.map((value) => value.trim()).filter((value) => value !== ""),
      })),
    })),
  };
}
