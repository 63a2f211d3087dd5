import { defineChange } from "@/lib/services/ground/define-verb";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getRuleOfCustomer } from "./find-rule";
import { toRuleView } from "./rule-view";
import { setRuleManagedByInput } from "./schemas";

/** Says in which file a rule is kept, so that the console asks before somebody edits it by hand. It changes nothing else. */
export const setRuleManagedBy = defineChange(
  "rule:write",
  setRuleManagedByInput,
  async (tx, context, { ruleId, managedBy }) => {
    await lockCustomer(tx, context);
    const rule = await getRuleOfCustomer(tx, context, ruleId);
    if (rule.managedBy === managedBy) return toRuleView(rule);
    const changed = await tx.rule.update({ where: { id: ruleId }, data: { managedBy } });
    const file = managedBy ?? "no file";
    await recordAudit(tx, context, {
      verb: "rule.set-managed-by",
      subject: ruleId,
      summary: `marked the rule ${rule.name} as managed by ${file}`,
      details: { managedBy },
    });
    return toRuleView(changed);
  },
);
