import { isDomainEventType } from "@/lib/domain/domain-event/catalogue";
import { defineChange, defineVerb } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { addTests } from "./inner/add-test";
import { getRuleOfCustomer } from "./inner/find";
import { takeTest } from "./inner/take-test";
import { type AlertRuleView, toRuleView } from "./rule-view";
import { alertRuleIdInput } from "./schemas";

/**
 * Sends a test notice of a rule to each of its channels, once, also while the rule is off or hours are quiet. Throws
 * `precondition_failed` for a rule without channels, and `limit_exceeded` after many tests.
 */
export const testAlertRule = defineVerb(
  "alert:write",
  alertRuleIdInput,
  async (context, input): Promise<AlertRuleView> => {
    await takeTest(context);
    return sendTest(context, input);
  },
);

const sendTest = defineChange(
  "alert:write",
  alertRuleIdInput,
  async (tx, context, { alertRuleId }): Promise<AlertRuleView> => {
    const rule = await getRuleOfCustomer(tx, context, alertRuleId);
    const channels = await tx.alertChannel.findMany({
      where: { customerId: context.customer.id, id: { in: rule.channelIds } },
    });
    const type = rule.types.find(isDomainEventType);
    if (channels.length === 0 || type === undefined)
      throw preconditionFailed("This rule has no channel. Add one first.");
    await addTests(tx, context, channels, { rule, type });
    await recordAudit(tx, context, {
      verb: "alert.test-rule",
      subject: rule.id,
      summary: `tested the alert rule ${rule.name}`,
    });
    return toRuleView(rule);
  },
);
