import type { Trigger, TriggerPart } from "@/lib/domain/integration-config/model";
import type { RuleInput } from "@/lib/domain/integration-config/rule-schema";
import {
  fieldEntry,
  forEachField,
  type SubjectField,
  type SubjectValues,
  usedFields,
} from "@/lib/domain/integration-config/trigger-types";
import type { RuleView } from "@/lib/services/sites/rule/rule-view";

type FieldValues = { [Field in SubjectField]: NonNullable<SubjectValues[Field]> };

type PartValues = FieldValues &
  Omit<TriggerPart, "ValueToCompare" | "ValuesToCompare" | SubjectField> & {
    ValueToCompare: string;
    /** One value a line. */
    ValuesToCompare: string;
  };

/** What the form holds. Fields that a choice does not use keep what was typed, and are not sent. */
export type RuleFormValues = {
  name: string;
  actionType: "Queue" | "Cancel" | "Ignore";
  alwaysWait: boolean;
  /** The key of a lane, or `BY_EVENT`. */
  lane: string;
  action: {
    EventId: string;
    /** One event id a line. */
    InvolvedWaitingRoomIds: string;
    CookieDomain: string;
    IsCookieHttpOnly: boolean;
    IsCookieSecure: boolean;
    LayoutName: string;
    Culture: string;
    RedirectLogic: "AllowTParameter" | "EventTargetUrl" | "ForcedTargetUrl";
    ForcedTargetUrl: string;
  };
  triggers: { LogicalOperator: Trigger["LogicalOperator"]; TriggerParts: PartValues[] }[];
};

/** The event decides which lane visitors join. No lane has such a key. */
export const BY_EVENT = "*";

export const NEW_PART: PartValues = {
  ValidatorType: "UrlValidator",
  Operator: "Contains",
  ValueToCompare: "",
  ValuesToCompare: "",
  ...forEachField<FieldValues>((field) => fieldEntry(field).initial),
  IsNegative: false,
  IsIgnoreCase: true,
};

export const NEW_TRIGGER = { LogicalOperator: "And" as const, TriggerParts: [NEW_PART] };

export function newRuleValues(eventId: string): RuleFormValues {
  return {
    name: "",
    actionType: "Queue",
    alwaysWait: false,
    lane: BY_EVENT,
    action: {
      EventId: eventId,
      InvolvedWaitingRoomIds: "",
      CookieDomain: "",
      IsCookieHttpOnly: true,
      IsCookieSecure: false,
      LayoutName: "",
      Culture: "",
      RedirectLogic: "AllowTParameter",
      ForcedTargetUrl: "",
    },
    triggers: [NEW_TRIGGER],
  };
}

export function toRuleFormValues(rule: RuleView): RuleFormValues {
  const empty = newRuleValues("");
  const involved = rule.actionType === "Ignore" ? [] : rule.action.InvolvedWaitingRoomIds;
  const InvolvedWaitingRoomIds = involved.join("\n");
  const action = { ...empty.action, ...withoutNulls(rule.action), InvolvedWaitingRoomIds };
  return {
    name: rule.name,
    actionType: rule.actionType,
    alwaysWait: rule.actionType === "Queue" && rule.alwaysWait,
    lane: rule.actionType === "Queue" ? (rule.lane ?? BY_EVENT) : BY_EVENT,
    action,
    triggers: rule.triggers.map((trigger) => ({
      LogicalOperator: trigger.LogicalOperator,
      TriggerParts: trigger.TriggerParts.map((part) => ({
        ...part,
        ValueToCompare: part.ValueToCompare ?? "",
        ValuesToCompare: (part.ValuesToCompare ?? []).join("\n"),
        ...forEachField<FieldValues>((field) => part[field] ?? NEW_PART[field]),
      })),
    })),
  };
}

/** The triggers as connectors would get them. */
export function toTriggers(values: RuleFormValues["triggers"]): Trigger[] {
  return values.map((trigger) => ({
    LogicalOperator: trigger.LogicalOperator,
    TriggerParts: trigger.TriggerParts.map((part) => ({
      ...part,
      ValueToCompare: comparesMany(part) ? null : part.ValueToCompare,
      ValuesToCompare: comparesMany(part) ? lines(part.ValuesToCompare) : null,
      ...usedFields(part),
    })),
  }));
}

/** The input of the service; nothing is judged here. */
export function toRuleInput(values: RuleFormValues): RuleInput {
  const triggers = toTriggers(values.triggers).map((trigger) => ({
    ...trigger,
    TriggerParts: trigger.TriggerParts.map((part) => ({
      ...part,
      ValuesToCompare: part.ValuesToCompare === null ? null : [...part.ValuesToCompare],
    })),
  }));
  const { actionType, alwaysWait } = values;
  const name = values.name.trim() === "" ? suggestName(values) : values.name;
  const lane = values.lane === BY_EVENT ? null : values.lane;
  if (actionType === "Ignore") return { name, actionType, action: {}, triggers };
  const { EventId, CookieDomain, IsCookieHttpOnly, IsCookieSecure, ...queue } = values.action;
  const InvolvedWaitingRoomIds = lines(queue.InvolvedWaitingRoomIds).map((line) => line.trim());
  const cookie = { EventId, CookieDomain, IsCookieHttpOnly, IsCookieSecure };
  const shared = { ...cookie, InvolvedWaitingRoomIds };
  if (actionType === "Cancel") return { name, actionType, action: shared, triggers };
  return { name, actionType, action: { ...queue, ...shared }, alwaysWait, lane, triggers };
}

/** What a rule is called that nobody named: what its first condition compares with. */
export function suggestName({ triggers }: Pick<RuleFormValues, "triggers">): string {
  const [part] = triggers[0]?.TriggerParts ?? [];
  if (part === undefined) return "";
  const [value = ""] = comparesMany(part) ? lines(part.ValuesToCompare) : [part.ValueToCompare];
  return value === "*" ? "Everything" : value.trim().slice(0, 60).trim();
}

/** Puts each reason at the field of the form that holds the value. */
export function gatherRuleErrors(
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, reason]) => [
      path
        .replace(/^rule\./, "")
        .replace(/(\.(?:ValuesToCompare|InvolvedWaitingRoomIds))\.\d+$/, "$1"),
      reason,
    ]),
  );
}

export function comparesMany(part: Pick<TriggerPart, "Operator">): boolean {
  return part.Operator === "EqualsAny" || part.Operator === "ContainsAny";
}

function lines(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

function withoutNulls<Values extends object>(values: Values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
