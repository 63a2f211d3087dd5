"use server";

import type { RuleInput } from "@/lib/domain/integration-config/rule-schema";
import { defineAction } from "@/lib/http/console";
import { withInput } from "@/lib/http/define-action";
import { publish } from "@/lib/services/sites/publication/publish";
import { restoreRules } from "@/lib/services/sites/publication/restore-rules";
import { rollBack } from "@/lib/services/sites/publication/roll-back";
import { publishInput } from "@/lib/services/sites/publication/schemas";
import { createRule } from "@/lib/services/sites/rule/create";
import { deleteRule } from "@/lib/services/sites/rule/delete";
import { reorderRules } from "@/lib/services/sites/rule/reorder";
import { updateRule } from "@/lib/services/sites/rule/update";

const create = defineAction(createRule);
const update = defineAction(updateRule);
export const deleteRuleAction = defineAction(deleteRule);
export const reorderRulesAction = defineAction(reorderRules);
export const publishAction = defineAction(withInput(publishInput, publish));
export const rollBackAction = defineAction(rollBack);
export const discardChangesAction = defineAction(restoreRules);

export async function createRuleAction(rule: RuleInput) {
  return create(rule);
}

export async function updateRuleAction(ruleId: string, seen: string, rule: RuleInput) {
  return update({ ruleId, rule, seen });
}
