import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { type AlertRuleView, toRuleView } from "./rule-view";

/** All rules of the customer, the oldest first. */
export const listAlertRules = defineVerb(
  "alert:read",
  noInput,
  async ({ customer }): Promise<readonly AlertRuleView[]> => {
    const rows = await db().alertRule.findMany({
      where: { customerId: customer.id },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    });
    return rows.map(toRuleView);
  },
);
