import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { closeAlerts } from "./inner/close-alerts";
import { getRuleOfCustomer } from "./inner/find";
import { type AlertRuleView, toRuleView } from "./rule-view";
import { setAlertRuleStateInput } from "./schemas";

/**
 * Turns a rule on or off. Its open alerts are told to be over; what happens while it is off is not told. The same as
 * before changes nothing.
 */
export const setAlertRuleState = defineChange(
  "alert:write",
  setAlertRuleStateInput,
  async (tx, context, { alertRuleId, isOn }): Promise<AlertRuleView> => {
    const before = await getRuleOfCustomer(tx, context, alertRuleId);
    if (before.isOn === isOn) return toRuleView(before);
    const row = await tx.alertRule.update({
      where: { id: before.id },
      data: { isOn, countsFrom: new Date(), version: { increment: 1 } },
    });
    const summary = `turned the alert rule ${row.name} ${isOn ? "on" : "off"}`;
    if (!isOn) await closeAlerts(tx, { ruleId: row.id }, `${context.actor.name} ${summary}`);
    await recordAudit(tx, context, {
      verb: "alert.set-rule-state",
      subject: row.id,
      summary,
      details: { isOn },
    });
    return toRuleView(row);
  },
);
