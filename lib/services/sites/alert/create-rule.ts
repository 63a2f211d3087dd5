import { newId } from "@/lib/platform/ids";
import { defineChange } from "@/lib/services/ground/define-verb";
import { limitExceeded } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireRule } from "./inner/require-rule";
import { type AlertRuleView, toRuleView } from "./rule-view";
import { createAlertRuleInput, RULES_MAX } from "./schemas";

/** Adds a rule, which tells of what happens from now on. Throws what `requireRule` throws, and `limit_exceeded`. */
export const createAlertRule = defineChange(
  "alert:write",
  createAlertRuleInput,
  async (tx, context, input): Promise<AlertRuleView> => {
    await lockCustomer(tx, context);
    const wish = await requireRule(tx, context, input);
    const { id: customerId } = context.customer;
    if ((await tx.alertRule.count({ where: { customerId } })) >= RULES_MAX)
      throw limitExceeded(
        `You can have up to ${RULES_MAX} alert rules. Delete an unused one first.`,
      );
    const row = await tx.alertRule.create({
      data: { id: newId("alertRule"), customerId, ...wish },
    });
    await recordAudit(tx, context, {
      verb: "alert.create-rule",
      subject: row.id,
      summary: `created the alert rule ${row.name}`,
      details: { ...wish },
    });
    return toRuleView(row);
  },
);
