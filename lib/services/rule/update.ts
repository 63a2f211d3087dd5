import type { ServiceContext } from "@/lib/services/context";
import { lockCustomer } from "@/lib/services/lock-customer";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { getRuleOfCustomer, requireFreeName, requireOwnEvent } from "./find-rule";
import { type RuleView, toRule, toRuleColumns, toRuleView } from "./rule-view";
import { type UpdateRuleInput, updateRuleInput } from "./schemas";

/** Replaces a rule, which keeps its place. Connectors see it with the next publication. */
export async function updateRule(
  context: ServiceContext,
  rawInput: UpdateRuleInput,
): Promise<RuleView> {
  requirePermission(context, "rule:write");
  const { ruleId, rule } = updateRuleInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    await lockCustomer(tx, context);
    const before = await getRuleOfCustomer(tx, context, ruleId);
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
  });
}
