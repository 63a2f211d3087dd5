import type { Rule } from "@/lib/domain/integration-config/model";
import { type EventOption, nameOf } from "./event-option";

export const ACTIONS = {
  Queue: {
    label: "Queue",
    description: "Visitors go through the waiting room of an event.",
  },
  Cancel: {
    label: "Cancel",
    description: "Ends the visitor’s session, so they have to queue again.",
  },
  Ignore: {
    label: "Ignore",
    description: "Visitors skip the waiting room. Later rules are not checked.",
  },
} as const;

/** What happens to whoever matches: the end of the rule's sentence. */
export function actionWords(
  rule: Pick<Rule, "actionType"> & { readonly eventId: string | null },
  events: readonly EventOption[],
): string {
  if (rule.actionType === "Ignore") return "visitors skip the waiting room";
  const event = nameOf(rule.eventId ?? "", events);
  return rule.actionType === "Queue"
    ? `visitors go through the waiting room of ${event}`
    : `the visitor’s session of ${event} ends`;
}

/** The event of a rule; null where it has none. */
export function eventIdOf(rule: Rule): string | null {
  return rule.actionType === "Ignore" ? null : rule.action.EventId;
}
