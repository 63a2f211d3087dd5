import { defineChange } from "@/lib/services/ground/define-verb";
import { conflict } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { rulesOfCustomer } from "./find-rule";
import { toListedRules } from "./rule-view";
import { reorderRulesInput } from "./schemas";

/**
 * Puts all rules of the customer in a new order: the first match decides. Throws `conflict` when the
 * list is not exactly the rules that exist, because somebody added or deleted one meanwhile.
 */
export const reorderRules = defineChange(
  "rule:write",
  reorderRulesInput,
  async (tx, context, { ruleIds }) => {
    await lockCustomer(tx, context);
    const former = await rulesOfCustomer(tx, context);
    const before = former.map(({ name }) => name);
    const rows = new Map(former.map((row) => [row.id, row]));
    const isComplete = ruleIds.length === rows.size && new Set(ruleIds).size === rows.size;
    if (!isComplete || ruleIds.some((id) => !rows.has(id))) {
      throw conflict("Someone else changed the rules. Review their changes and try again.");
    }
    for (const [index, id] of ruleIds.entries()) {
      if (rows.get(id)?.position === index + 1) continue;
      await tx.rule.update({ where: { id }, data: { position: index + 1 } });
    }
    const ordered = await rulesOfCustomer(tx, context);
    await recordAudit(tx, context, {
      verb: "rule.reorder",
      subject: context.customer.id,
      summary: "changed the order of the rules",
      details: { rules: { from: before, to: ordered.map(({ name }) => name) } },
    });
    return toListedRules(ordered);
  },
);
