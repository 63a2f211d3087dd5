import type { ServiceContext } from "@/lib/services/ground/context";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { getRuleOfCustomer } from "./find-rule";
import { toRule, toRuleColumns } from "./rule-view";
import { type RuleIdInput, ruleIdInput } from "./schemas";

/** Removes a rule; those after it move up. Connectors see it with the next publication. */
export async function deleteRule(context: ServiceContext, rawInput: RuleIdInput): Promise<void> {
  requirePermission(context, "rule:write");
  const { ruleId } = ruleIdInput.parse(rawInput);
  await withTransaction(context, async (tx) => {
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
  });
}
