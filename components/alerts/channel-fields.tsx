import { type Control, useWatch } from "react-hook-form";
import {
  type ChoiceGroup,
  type Choices,
  ChoicesField,
  toChoices,
} from "@/components/shared/choices-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import { typedList } from "@/components/shared/typed-list";
import {
  ALERT_CHANNELS,
  type AlertChannelKind,
  type AlertRegion,
} from "@/lib/domain/alert/channel";
import { ROLES } from "@/lib/domain/permissions/roles";
import type { AlertChannelView } from "@/lib/services/sites/alert/channel-view";
import type { CreateAlertChannelInput } from "@/lib/services/sites/alert/schemas";
import { CHANNEL_LABELS } from "./labels";

/** What the form of a channel holds. */
export type ChannelFormValues = {
  name: string;
  kind: AlertChannelKind;
  roles: Choices;
  /** With commas or spaces between. */
  addresses: string;
  secret: string;
  region: AlertRegion;
};

/** The form of a channel, or of a new one. */
export function toFormValues(channel: AlertChannelView | null): ChannelFormValues {
  const { name = "", kind = "email", region = "us" } = channel ?? {};
  return {
    ...{ name, kind, region, secret: "", roles: toChoices(channel?.roles ?? []) },
    addresses: channel?.addresses.join(", ") ?? "",
  };
}

/** What the service is asked for. */
export function toInput(values: ChannelFormValues): CreateAlertChannelInput {
  const { name, kind, region, secret, addresses } = values;
  const isMail = kind === "email";
  return {
    ...{ name, kind, region },
    secret: isMail || secret === "" ? null : secret,
    roles: isMail ? ROLES.filter((role) => values.roles[role] === true) : [],
    addresses: isMail ? typedList(addresses) : [],
  };
}

const KINDS = ALERT_CHANNELS.map((value) => ({ value, label: CHANNEL_LABELS[value] }));
const REGIONS = [
  { value: "us", label: "US" },
  { value: "eu", label: "EU" },
];
const SECRETS = {
  slack: [
    "Webhook URL",
    "From an incoming webhook in Slack, or a service that accepts the same format.",
  ],
  teams: ["Webhook URL", "From the Workflows app: “Post to a channel when a webhook is received”."],
  pagerduty: ["Integration key", "From an Events API v2 integration."],
  opsgenie: ["API key", "From an API integration."],
} as const;

type FieldsProps = {
  control: Control<ChannelFormValues>;
  /** The end of the stored URL or key; null of a new channel. */
  hint: string | null;
  isNew: boolean;
};

/** The fields of a channel. */
export function ChannelFields({ control, hint, isNew }: FieldsProps) {
  const kind = useWatch({ control, name: "kind" });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={control} name="name" label="Name" placeholder="On call" isRequired />
        {isNew ? <SelectField control={control} name="kind" label="Type" options={KINDS} /> : null}
      </div>
      {kind === "email" ? (
        <MailFields control={control} />
      ) : (
        <SecretFields {...{ control, kind, hint, isNew }} />
      )}
    </>
  );
}

const MEMBERS: ChoiceGroup = {
  label: "Members",
  choices: ROLES.map((role) => ({ value: role, label: `All ${role}s` })),
};

function MailFields({ control }: { control: Control<ChannelFormValues> }) {
  return (
    <>
      <ChoicesField name="roles" control={control} groups={[MEMBERS]} />
      <TextField
        control={control}
        name="addresses"
        label="Addresses"
        description="Separated by commas. They need no account."
        placeholder="desk@example.com"
      />
    </>
  );
}

type SecretFieldsProps = FieldsProps & { kind: keyof typeof SECRETS };

function SecretFields({ control, kind, hint, isNew }: SecretFieldsProps) {
  const [label, about] = SECRETS[kind];
  const isService = kind === "pagerduty" || kind === "opsgenie";
  return (
    <div className="grid gap-4">
      <TextField
        control={control}
        name="secret"
        label={label}
        description={isNew ? about : `Leave empty to keep ${hint ?? "the stored one"}.`}
        autoComplete="off"
        mono
        isRequired={isNew}
      />
      {isService ? (
        <SelectField control={control} name="region" label="Region" options={REGIONS} />
      ) : null}
    </div>
  );
}
