import { z } from "zod";
import { savedRuleSchema } from "@/lib/domain/integration-config/rule-schema";
import { managedByField } from "@/lib/services/event/settings/inputs";

/** How many rules a customer may have: connectors try them one by one on every request. */
export const RULES_MAX = 200;

const ruleId = z.string().min(1).max(100);

export const ruleIdInput = z.strictObject({ ruleId });
export type RuleIdInput = z.input<typeof ruleIdInput>;

export const createRuleInput = savedRuleSchema;

export const addRuleInput = z.strictObject({ rule: savedRuleSchema });

export const updateRuleInput = z.strictObject({
  ruleId,
  rule: savedRuleSchema,
  /** The rule that the caller has seen, as its view names it: no other is replaced. */
  seen: z.string().max(100).optional(),
});

export const setRuleManagedByInput = z.strictObject({ ruleId, managedBy: managedByField });

/** All rules of the customer in their new order. */
export const reorderRulesInput = z.strictObject({
  ruleIds: z.array(ruleId).max(RULES_MAX),
});
export type ReorderRulesInput = z.input<typeof reorderRulesInput>;
