import { db } from "@/lib/db/client";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { getRuleOfCustomer } from "./find-rule";
import { toRuleView } from "./rule-view";
import { ruleIdInput } from "./schemas";

/** One rule. Throws `not_found` for a rule of another customer. */
export const getRule = defineVerb("rule:read", ruleIdInput, async (context, { ruleId }) =>
  toRuleView(await getRuleOfCustomer(db(), context, ruleId)),
);
