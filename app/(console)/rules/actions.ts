"use server";

import { getServiceContext } from "@/lib/auth/get-service-context";
import type { RuleInput } from "@/lib/domain/integration-config/rule-schema";
import { defineAction } from "@/lib/http/console";
import { runAction } from "@/lib/http/run-action";
import { publish } from "@/lib/services/publication/publish";
import { createRule } from "@/lib/services/rule/create";
import { deleteRule } from "@/lib/services/rule/delete";
import { reorderRules } from "@/lib/services/rule/reorder";
import {
  createRuleInput,
  type ReorderRulesInput,
  type RuleIdInput,
  reorderRulesInput,
  ruleIdInput,
  updateRuleInput,
} from "@/lib/services/rule/schemas";
import { updateRule } from "@/lib/services/rule/update";

const create = defineAction(createRuleInput, createRule);
const update = defineAction(updateRuleInput, updateRule);
const remove = defineAction(ruleIdInput, deleteRule);
const reorder = defineAction(reorderRulesInput, reorderRules);

export async function createRuleAction(rule: RuleInput) {
  return create(rule);
}

export async function updateRuleAction(ruleId: string, rule: RuleInput) {
  return update({ ruleId, rule });
}

export async function deleteRuleAction(input: RuleIdInput) {
  return remove(input);
}

export async function reorderRulesAction(input: ReorderRulesInput) {
  return reorder(input);
}

export async function publishAction() {
  return runAction(async () => publish(await getServiceContext()));
}
