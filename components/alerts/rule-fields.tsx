import type { Control } from "react-hook-form";
import {
  type ChoiceGroup,
  type Choices,
  ChoicesField,
  toChoices,
} from "@/components/shared/choices-field";
import { NumberField } from "@/components/shared/number-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import { typedList } from "@/components/shared/typed-list";
import { typesOf } from "@/components/webhooks/types-of";
import { ALERT_SEVERITIES, type AlertSeverity } from "@/lib/domain/alert/alert-state";
import type { AlertChannelView } from "@/lib/services/sites/alert/channel-view";
import type { AlertRuleView } from "@/lib/services/sites/alert/rule-view";
import type { CreateAlertRuleInput } from "@/lib/services/sites/alert/schemas";
import { SEVERITY_LABELS } from "./labels";

/** What the form of a rule holds. */
export type RuleFormValues = {
  name: string;
  severity: AlertSeverity;
  types: Choices;
  /** Ids, with commas or spaces between. */
  eventIds: string;
  channelIds: Choices;
  afterMinutes: number | null;
  groupMinutes: number | null;
  /** "": no quiet hours. */
  quietFrom: string;
  quietUntil: string;
};

type Channels = readonly AlertChannelView[];

/** The form of a rule, or of a new one, which tells the only channel where there is but one. */
export function toFormValues(rule: AlertRuleView | null, channels: Channels): RuleFormValues {
  const { name = "", severity = "warning", types = [], eventIds = null } = rule ?? {};
  const { afterMinutes = 0, groupMinutes = 0, quietFrom = null, quietUntil = null } = rule ?? {};
  const told = rule?.channelIds ?? (channels.length === 1 ? channels.map(({ id }) => id) : []);
  return {
    ...{ name, severity, types: toChoices(types), afterMinutes, groupMinutes },
    eventIds: eventIds?.join(", ") ?? "",
    channelIds: toChoices(told),
    ...{ quietFrom: quietFrom ?? "", quietUntil: quietUntil ?? "" },
  };
}

/** What the service is asked for; it refuses what is missing. */
export function toInput(values: RuleFormValues, channels: Channels): CreateAlertRuleInput {
  const { name, severity, types, eventIds, channelIds, quietFrom, quietUntil } = values;
  const ids = typedList(eventIds);
  return {
    ...{ name, severity, types: typesOf(types), eventIds: ids.length === 0 ? null : ids },
    channelIds: channels.map(({ id }) => id).filter((id) => channelIds[id] === true),
    afterMinutes: values.afterMinutes ?? Number.NaN,
    groupMinutes: values.groupMinutes ?? Number.NaN,
    quietFrom: quietFrom === "" ? null : quietFrom,
    quietUntil: quietUntil === "" ? null : quietUntil,
  };
}

const SEVERITIES = ALERT_SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }));

type FieldsProps = {
  control: Control<RuleFormValues>;
  channels: Channels;
  groups: readonly ChoiceGroup[];
};

/** The fields of a rule. */
export function RuleFields({ control, channels, groups }: FieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={control} name="name" label="Name" placeholder="Paused" isRequired />
        <SelectField control={control} name="severity" label="Severity" options={SEVERITIES} />
      </div>
      <ChoicesField name="types" {...{ control, groups }} />
      <TextField
        control={control}
        name="eventIds"
        label="Events"
        description="Event IDs, separated by commas. Leave empty for all events."
        placeholder="springsale, autumnsale"
      />
      <TimeFields control={control} />
      <ChoicesField name="channelIds" control={control} groups={[choicesOf(channels)]} />
    </>
  );
}

function choicesOf(channels: Channels): ChoiceGroup {
  return {
    label: "Channels",
    choices: channels.map(({ id, name }) => ({ value: id, label: name })),
  };
}

function TimeFields({ control }: { control: Control<RuleFormValues> }) {
  const minutes = { control, unit: "minutes", maxValue: 1_440, isRequired: true } as const;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField
        {...minutes}
        name="afterMinutes"
        label="Notify after"
        description="Only if it lasts this long. 0 notifies at once."
      />
      <NumberField
        {...minutes}
        name="groupMinutes"
        label="Group for"
        description="Repeats in this time become one notice."
      />
      <TextField
        control={control}
        name="quietFrom"
        label="Quiet hours from"
        type="time"
        description="In your customer's time zone. Critical alerts are sent anyway."
      />
      <TextField control={control} name="quietUntil" label="Quiet hours until" type="time" />
    </div>
  );
}
