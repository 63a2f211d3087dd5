import type { Trigger, TriggerPart } from "@/lib/domain/integration-config/model";
import { fieldEntry, TRIGGER_TYPES } from "@/lib/domain/integration-config/trigger-types";

export const OPERATORS: Record<TriggerPart["Operator"], string> = {
  Equals: "equals",
  Contains: "contains",
  EqualsAny: "equals any of",
  ContainsAny: "contains any of",
};

export const ACTIONS = {
  Queue: {
    label: "Queue",
    description: "Matching requests go through the waiting room of an event.",
  },
  Cancel: {
    label: "Cancel",
    description: "Ends the visitor’s session, so that they must wait again.",
  },
  Ignore: {
    label: "Ignore",
    description: "Lets matching requests through; no later rule is tried.",
  },
} as const;

export function options<Value extends string>(words: Record<Value, string>) {
  return Object.entries<string>(words).map(([value, label]) => ({ value, label }));
}

function subject(part: TriggerPart): string {
  const { label, field } = TRIGGER_TYPES[part.ValidatorType];
  if (field === null) return label;
  const entry = fieldEntry(field);
  const name = part[field] ?? "";
  return "choices" in entry ? (entry.choices[name] ?? label) : `${label} ${name}`;
}

function describePart(part: TriggerPart): string {
  const values = part.ValuesToCompare ?? [part.ValueToCompare ?? ""];
  const shown = values.map((value) => `“${value}”`).join(", ");
  return `${subject(part)} ${part.IsNegative ? "not " : ""}${OPERATORS[part.Operator]} ${shown}`;
}

/** The triggers of a rule as a sentence: any trigger is enough. */
export function describeTriggers(triggers: readonly Trigger[]): string {
  return triggers
    .map((trigger) => {
      const word = trigger.LogicalOperator === "Or" ? " or " : " and ";
      const text = trigger.TriggerParts.map(describePart).join(word);
      return triggers.length > 1 && trigger.TriggerParts.length > 1 ? `(${text})` : text;
    })
    .join(" or ");
}
