import type { Tx } from "@/lib/db/client";
import type { Rule } from "@/lib/domain/integration-config/model";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineChange } from "@/lib/services/ground/define-verb";
import { limitExceeded } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireFreeName, requireOwnEvent } from "./find-rule";
import { type RuleView, toRuleColumns, toRuleView } from "./rule-view";
import { addRuleInput, createRuleInput, RULES_MAX } from "./schemas";

/** Adds a rule after all others. Connectors see it with the next publication. */
export const createRule = defineChange("rule:write", createRuleInput, (tx, context, rule) =>
  insertRule(tx, context, rule),
);

/** The same for programs, whose requests are objects with names. */
export const addRule = defineChange("rule:write", addRuleInput, (tx, context, { rule }) =>
  insertRule(tx, context, rule),
);

async function insertRule(tx: Tx, context: ServiceContext, rule: Rule): Promise<RuleView> {
  await lockCustomer(tx, context);
  const where = { customerId: context.customer.id };
  const count = await tx.rule.count({ where });
  if (count >= RULES_MAX) {
    throw limitExceeded(`You can have up to ${RULES_MAX} rules.`);
  }
  await requireFreeName(tx, context, rule);
  await requireOwnEvent(tx, context, rule);
  const row = await tx.rule.create({
    data: { id: newId("rule"), ...where, position: count + 1, ...toRuleColumns(rule) },
  });
  await recordAudit(tx, context, {
    verb: "rule.create",
    subject: row.id,
    summary: `added the rule ${row.name}`,
    details: toRuleColumns(rule),
  });
  return toRuleView(row);
}
