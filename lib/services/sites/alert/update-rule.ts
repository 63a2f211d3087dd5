import { defineChange } from "@/lib/services/ground/define-verb";
import { conflict } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { closeAlerts } from "./inner/close-alerts";
import { getRuleOfCustomer } from "./inner/find";
import { requireRule } from "./inner/require-rule";
import { type AlertRuleView, toRuleView } from "./rule-view";
import { updateAlertRuleInput } from "./schemas";

/**
 * Changes a rule, also for alerts that wait. Open alerts that it no longer watches are told to be over. Throws `conflict` when somebody changed it
 * since `seenVersion`, and what `createAlertRule` throws.
 */
export const updateAlertRule = defineChange(
  "alert:write",
  updateAlertRuleInput,
  async (tx, context, { alertRuleId, seenVersion, ...input }): Promise<AlertRuleView> => {
    await lockCustomer(tx, context);
    const before = await getRuleOfCustomer(tx, context, alertRuleId);
    const wish = await requireRule(tx, context, input, before.id);
    const isTurnedOn = wish.isOn && !before.isOn;
    const { count } = await tx.alertRule.updateMany({
      where: { id: before.id, version: seenVersion },
      data: {
        ...wish,
        ...(isTurnedOn ? { countsFrom: new Date() } : {}),
        version: { increment: 1 },
      },
    });
    if (count === 0)
      throw conflict(`Someone else changed ${before.name}. Review their changes and try again.`);
    const summary = `${context.actor.name} changed the alert rule ${wish.name}`;
    const { types, eventIds, isOn } = wish;
    const isLeft = isOn
      ? [
          { type: { notIn: types } },
          ...(eventIds.length === 0 ? [] : [{ eventId: { notIn: eventIds } }]),
        ]
      : [{}];
    await closeAlerts(tx, { ruleId: before.id, OR: isLeft }, summary);
    // Those that wait may wait for something else now: the worker looks at them anew.
    await tx.alert.updateMany({
      where: { ruleId: before.id, endedAt: null },
      data: { dueAt: new Date() },
    });
    await recordAudit(tx, context, {
      verb: "alert.update-rule",
      subject: before.id,
      summary: `changed the alert rule ${wish.name}`,
      details: { before: { ...toRuleView(before) }, after: { ...wish } },
    });
    return toRuleView(await getRuleOfCustomer(tx, context, alertRuleId));
  },
);
