import { z } from "zod";
import { restoreRules } from "@/lib/services/sites/publication/restore-rules";
import { addRule } from "@/lib/services/sites/rule/create";
import { deleteRule } from "@/lib/services/sites/rule/delete";
import { getRule } from "@/lib/services/sites/rule/get";
import { listRules } from "@/lib/services/sites/rule/list";
import { reorderRules } from "@/lib/services/sites/rule/reorder";
import { setRuleManagedBy } from "@/lib/services/sites/rule/set-managed-by";
import { updateRule } from "@/lib/services/sites/rule/update";
import { done } from "../answers/done";
import { listedRuleAnswer, ruleAnswer } from "../answers/rule";
import { listing, type Operation, operation } from "../operation";

const RULES = { tag: "Rules" } as const;
const RULE = { ...RULES, path: "/rules/{ruleId}" } as const;
const ONE = { ruleId: "{rule}" };

const tickets = (name: string) => ({
  ...{ name, actionType: "Queue", action: { EventId: "springsale" } },
  triggers: [
    {
      TriggerParts: [
        {
          ...{ ValidatorType: "UrlValidator", UrlPart: "PagePath" },
          ...{ Operator: "Contains", ValueToCompare: "/tickets" },
        },
      ],
    },
  ],
});

/** Which pages lead to a waiting room, as they are now. Connectors get them by a publication. */
export const RULE_OPERATIONS: readonly Operation[] = [
  listing(listRules, {
    ...{ ...RULES, id: "listRules", method: "GET", path: "/rules" },
    summary: "List rules in their order",
    of: listedRuleAnswer,
    by: ({ id }) => id,
    example: {},
  }),
  operation(addRule, {
    ...{ ...RULES, id: "createRule", method: "POST", path: "/rules", status: 201 },
    summary: "Add a rule after all others",
    output: ruleAnswer,
    example: { rule: tickets("Tickets by program") },
  }),
  operation(reorderRules, {
    ...{ ...RULES, id: "reorderRules", method: "POST", path: "/rules/reorder" },
    summary: "Put all rules in a new order",
    description: "The first rule that matches decides. `ruleIds` names each rule once.",
    output: z.array(listedRuleAnswer),
    example: { ruleIds: ["{rule}"] },
  }),
  operation(getRule, {
    ...{ ...RULE, id: "getRule", method: "GET" },
    summary: "Get a rule",
    output: ruleAnswer,
    example: ONE,
  }),
  operation(updateRule, {
    ...{ ...RULE, id: "updateRule", method: "PUT" },
    ...{ summary: "Replace a rule", revises: "getRule" },
    output: ruleAnswer,
    example: { ...ONE, rule: tickets("Tickets") },
  }),
  operation(setRuleManagedBy, {
    ...{ ...RULES, id: "setRuleManagedBy", method: "PUT", path: "/rules/{ruleId}/managed-by" },
    ...{ summary: "Say which file a rule is in", revises: "getRule" },
    output: ruleAnswer,
    example: { ...ONE, managedBy: "stanchion.yaml" },
  }),
  operation(deleteRule, {
    ...{ ...RULE, id: "deleteRule", method: "DELETE" },
    ...{ summary: "Delete a rule", revises: "getRule" },
    output: done,
    example: ONE,
  }),
  operation(restoreRules, {
    ...{ ...RULES, id: "restoreRules", method: "POST" },
    path: "/publications/{version}/restore-rules",
    summary: "Make published rules the current ones",
    description: "Changes that were made since are lost. Nothing is published.",
    output: z.array(listedRuleAnswer),
    example: { version: 1 },
  }),
];
