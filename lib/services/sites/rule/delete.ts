import { defineChange } from "@/lib/services/ground/define-verb";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getRuleOfCustomer } from "./find-rule";
import { toRule, toRuleColumns } from "./rule-view";
import { ruleIdInput } from "./schemas";

/** Removes a rule; those after it move up. Connectors see it with the next publication. */
export const deleteRule = defineChange(
  "rule:write",
  ruleIdInput,
  async (tx, context, { ruleId }) => {
    await lockCustomer(tx, context);
    const row = await getRuleOfCustomer(tx, context, ruleId);
    await tx.rule.delete({ where: { id: ruleId } });
    await tx.rule.updateMany({
      where: { customerId: context.customer.id, position: { gt: row.position } },
      data: { position: { decrement: 1 } },
    });
    await recordAudit(tx, context, {
      verb: "rule.delete",
      subject: row.id,
      summary: `deleted the rule ${row.name}`,
      details: toRuleColumns(toRule(row)),
    });
  },
);
