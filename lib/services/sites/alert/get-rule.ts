import { db } from "@/lib/db/client";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { getRuleOfCustomer } from "./inner/find";
import { type AlertRuleView, toRuleView } from "./rule-view";
import { alertRuleIdInput } from "./schemas";

/** One rule. Throws `not_found`. */
export const getAlertRule = defineVerb(
  "alert:read",
  alertRuleIdInput,
  async (context, { alertRuleId }): Promise<AlertRuleView> =>
    toRuleView(await getRuleOfCustomer(db(), context, alertRuleId)),
);
