"use server";

import type { RuleInput } from "@/lib/domain/integration-config/rule-schema";
import { defineAction } from "@/lib/http/console";
import { publish } from "@/lib/services/sites/publication/publish";
import { restoreRules } from "@/lib/services/sites/publication/restore-rules";
import { rollBack } from "@/lib/services/sites/publication/roll-back";
import {
  type PublicationInput,
  type PublishInput,
  publicationInput,
  publishInput,
  type RollBackInput,
  rollBackInput,
} from "@/lib/services/sites/publication/schemas";
import { createRule } from "@/lib/services/sites/rule/create";
import { deleteRule } from "@/lib/services/sites/rule/delete";
import { reorderRules } from "@/lib/services/sites/rule/reorder";
import {
  createRuleInput,
  type ReorderRulesInput,
  type RuleIdInput,
  reorderRulesInput,
  ruleIdInput,
  updateRuleInput,
} from "@/lib/services/sites/rule/schemas";
import { updateRule } from "@/lib/services/sites/rule/update";

const create = defineAction(createRuleInput, createRule);
const update = defineAction(updateRuleInput, updateRule);
const remove = defineAction(ruleIdInput, deleteRule);
const reorder = defineAction(reorderRulesInput, reorderRules);
const publishRules = defineAction(publishInput, publish);
const rollBackRules = defineAction(rollBackInput, rollBack);
const restore = defineAction(publicationInput, restoreRules);

export async function createRuleAction(rule: RuleInput) {
  return create(rule);
}

export async function updateRuleAction(ruleId: string, seen: string, rule: RuleInput) {
  return update({ ruleId, rule, seen });
}

export async function deleteRuleAction(input: RuleIdInput) {
  return remove(input);
}

export async function reorderRulesAction(input: ReorderRulesInput) {
  return reorder(input);
}

export async function publishAction(input: PublishInput) {
  return publishRules(input);
}

export async function rollBackAction(input: RollBackInput) {
  return rollBackRules(input);
}

export async function discardChangesAction(input: PublicationInput) {
  return restore(input);
}
