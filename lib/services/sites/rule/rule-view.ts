import { createHash } from "node:crypto";
import type { Prisma, Rule as RuleRow } from "@/lib/db/generated/client";
import { publishedTriggers } from "@/lib/domain/integration-config/build";
import { canonicalJson } from "@/lib/domain/integration-config/canonical-json";
import type { Rule } from "@/lib/domain/integration-config/model";
import { ruleSchema } from "@/lib/domain/integration-config/rule-schema";
import {
  matchesEverything,
  type RuleWarning,
  ruleWarnings,
} from "@/lib/domain/integration-config/warnings";

/** A rule as screens and API show it. Plain data. */
export type RuleView = Rule & {
  readonly id: string;
  /** From 1; connectors try rules in this order. */
  readonly position: number;
  readonly warnings: readonly RuleWarning[];
  /** Names what it says now: an update that gives it replaces nothing else. */
  readonly seen: string;
  /** The file that it is kept in; null: none. */
  readonly managedBy: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type ListedRule = RuleView & {
  /** The name of the earlier rule that matches everything, so that this one is never tried. */
  readonly hiddenBy: string | null;
};

/** The stored rule. Throws when the row holds what no verb writes. */
export function toRule(
  row: Pick<RuleRow, "actionType" | "name" | "action" | "alwaysWait" | "lane" | "triggers">,
): Rule {
  const { actionType, name, action, alwaysWait, lane, triggers } = row;
  const option = actionType === "Queue" ? { alwaysWait, lane } : {};
  return ruleSchema.parse({ actionType, name, action, ...option, triggers });
}

export function toRuleView(row: RuleRow): RuleView {
  const rule = toRule(row);
  return {
    ...rule,
    id: row.id,
    position: row.position,
    warnings: ruleWarnings(rule),
    seen: createHash("sha256")
      .update(canonicalJson(toRuleColumns(rule)))
      .digest("base64url"),
    managedBy: row.managedBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** All rules of a customer in order; each that can never be tried names the one before it. */
export function toListedRules(rows: readonly RuleRow[]): ListedRule[] {
  let hiddenBy: string | null = null;
  return rows.map((row) => {
    const listed = { ...toRuleView(row), hiddenBy };
    if (hiddenBy === null && matchesEverything(listed)) hiddenBy = listed.name;
    return listed;
  });
}

/** The columns that hold a rule. */
export function toRuleColumns(rule: Rule) {
  return {
    name: rule.name,
    actionType: rule.actionType,
    // A rule is plain JSON by its schema; Prisma's type for that is not structural.
    action: rule.action as Prisma.InputJsonObject,
    alwaysWait: rule.actionType === "Queue" && rule.alwaysWait,
    lane: rule.actionType === "Queue" ? rule.lane : null,
    triggers: publishedTriggers(rule.triggers) as unknown as Prisma.InputJsonArray,
  };
}
