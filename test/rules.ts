import type { RuleInput } from "@/lib/domain/integration-config/rule-schema";

type QueueRule = Extract<RuleInput, { actionType: "Queue" }>;

/** A rule that sends visitors of paths with `value` to the line of the event. */
export function queueRule(name: string, value = "/tickets", eventId = "sale"): QueueRule {
  const part = {
    ValidatorType: "UrlValidator" as const,
    Operator: "Contains" as const,
    ValueToCompare: value,
    UrlPart: "PagePath" as const,
  };
  return {
    actionType: "Queue",
    name,
    action: { EventId: eventId },
    triggers: [{ TriggerParts: [part] }],
  };
}
