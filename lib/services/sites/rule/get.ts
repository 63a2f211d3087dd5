import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { getRuleOfCustomer } from "./find-rule";
import { type RuleView, toRuleView } from "./rule-view";
import { type RuleIdInput, ruleIdInput } from "./schemas";

/** One rule. Throws `not_found` for a rule of another customer. */
export async function getRule(context: ServiceContext, rawInput: RuleIdInput): Promise<RuleView> {
  requirePermission(context, "rule:read");
  const { ruleId } = ruleIdInput.parse(rawInput);
  return toRuleView(await getRuleOfCustomer(db(), context, ruleId));
}
