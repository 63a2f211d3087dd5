import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { closeAlerts } from "./inner/close-alerts";
import { getRuleOfCustomer } from "./inner/find";
import { alertRuleIdInput } from "./schemas";

/** Deletes a rule with its alerts. Those that are open are told to be over. Throws `not_found`. */
export const deleteAlertRule = defineChange(
  "alert:write",
  alertRuleIdInput,
  async (tx, context, { alertRuleId }) => {
    const row = await getRuleOfCustomer(tx, context, alertRuleId);
    const summary = `deleted the alert rule ${row.name}`;
    await closeAlerts(tx, { ruleId: row.id }, `${context.actor.name} ${summary}`);
    await tx.alertRule.delete({ where: { id: row.id } });
    await recordAudit(tx, context, { verb: "alert.delete-rule", subject: row.id, summary });
  },
);
