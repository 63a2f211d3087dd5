import type { Rule } from "@/lib/domain/integration-config/model";
import { plainSentence, triggersSentence } from "@/lib/domain/integration-config/rule-sentence";
import { defineChange } from "@/lib/services/ground/define-verb";
import { conflict, type ServiceError } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getRuleOfCustomer, requireFreeName, requireOwnEvent } from "./find-rule";
import { toRule, toRuleColumns, toRuleView } from "./rule-view";
import { updateRuleInput } from "./schemas";

/**
 * Replaces a rule, which keeps its place. Connectors see it with the next publication. Who says which rule they have
 * seen replaces just that: throws `conflict` and says what it is by now, when somebody else has changed it.
 */
export const updateRule = defineChange(
  "rule:write",
  updateRuleInput,
  async (tx, context, { ruleId, rule, seen }) => {
    await lockCustomer(tx, context);
    const before = await getRuleOfCustomer(tx, context, ruleId);
    if (seen !== undefined && seen !== toRuleView(before).seen) {
      throw changedMeanwhile(toRule(before));
    }
    await requireFreeName(tx, context, { name: rule.name, exceptId: ruleId });
    await requireOwnEvent(tx, context, rule);
    const row = await tx.rule.update({ where: { id: ruleId }, data: toRuleColumns(rule) });
    await recordAudit(tx, context, {
      verb: "rule.update",
      subject: row.id,
      summary: `changed the rule ${row.name}`,
      details: { before: toRuleColumns(toRule(before)), after: toRuleColumns(rule) },
    });
    return toRuleView(row);
  },
);

function changedMeanwhile(rule: Rule): ServiceError {
  const says = plainSentence(triggersSentence(rule.triggers));
  const event = rule.actionType === "Ignore" ? "" : ` → ${rule.action.EventId}`;
  return conflict(
    `Someone else changed this rule. It is now: ${rule.actionType}${event}, when ${says}. Your changes were not saved; copy what you need and reopen the rule.`,
  );
}
