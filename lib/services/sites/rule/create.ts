import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { requireFreeName, requireOwnEvent } from "./find-rule";
import { type RuleView, toRuleColumns, toRuleView } from "./rule-view";
import { type CreateRuleInput, createRuleInput, RULES_MAX } from "./schemas";

/** Adds a rule after all others. Connectors see it with the next publication. */
export async function createRule(
  context: ServiceContext,
  rawInput: CreateRuleInput,
): Promise<RuleView> {
  requirePermission(context, "rule:write");
  const rule = createRuleInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    await lockCustomer(tx, context);
    const where = { customerId: context.customer.id };
    const count = await tx.rule.count({ where });
    if (count >= RULES_MAX) {
      throw new ServiceError("limit_exceeded", `You can have up to ${RULES_MAX} rules.`);
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
  });
}
