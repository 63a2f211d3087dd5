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

/** A number that no rule has; those of removed rules are not given again while others are higher. */
export function nextRuleId(rules: readonly { readonly id: number }[]): number {
  const highest = Math.max(0, ...rules.map(({ id }) => id));
  if (highest < 9_999) return highest + 1;
  const taken = new Set(rules.map(({ id }) => id));
  return Array.from({ length: 9_999 }, (_, index) => index + 1).find((id) => !taken.has(id)) ?? 1;
}
