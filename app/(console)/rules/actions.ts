"use server";

import type { RuleInput } from "@/lib/domain/integration-config/rule-schema";
import { defineAction } from "@/lib/http/console";
import { publish } from "@/lib/services/sites/publication/publish";
import { restoreRules } from "@/lib/services/sites/publication/restore-rules";
import { rollBack } from "@/lib/services/sites/publication/roll-back";
import {
  publicationInput,
  publishInput,
  rollBackInput,
} from "@/lib/services/sites/publication/schemas";
import { createRule } from "@/lib/services/sites/rule/create";
import { deleteRule } from "@/lib/services/sites/rule/delete";
import { reorderRules } from "@/lib/services/sites/rule/reorder";
import {
  createRuleInput,
  reorderRulesInput,
  ruleIdInput,
  updateRuleInput,
} from "@/lib/services/sites/rule/schemas";
import { updateRule } from "@/lib/services/sites/rule/update";

const create = defineAction(createRuleInput, createRule);
const update = defineAction(updateRuleInput, updateRule);
export const deleteRuleAction = defineAction(ruleIdInput, deleteRule);
export const reorderRulesAction = defineAction(reorderRulesInput, reorderRules);
export const publishAction = defineAction(publishInput, publish);
export const rollBackAction = defineAction(rollBackInput, rollBack);
export const discardChangesAction = defineAction(publicationInput, restoreRules);

export async function createRuleAction(rule: RuleInput) {
  return create(rule);
}

export async function updateRuleAction(ruleId: string, seen: string, rule: RuleInput) {
  return update({ ruleId, rule, seen });
}
