import { type Control, useWatch } from "react-hook-form";
import {
  type ChoiceGroup,
  type Choices,
  ChoicesField,
  toChoices,
} from "@/components/shared/choices-field";
import { RadioField } from "@/components/shared/radio-field";
import { TextField } from "@/components/shared/text-field";
import { typedList } from "@/components/shared/typed-list";
import type { CreateWebhookInput } from "@/lib/services/sites/webhook/schemas";
import type { WebhookView } from "@/lib/services/sites/webhook/webhook-view";
import { typesOf } from "./types-of";

/** What the forms of a webhook hold. */
export type WebhookFormValues = {
  name: string;
  url: string;
  sends: "all" | "some";
  types: Choices;
  /** Ids, with commas or spaces between. */
  eventIds: string;
};

/** The form of an endpoint, or of a new one. */
export function toFormValues(webhook: WebhookView | null): WebhookFormValues {
  const { name = "", url = "", types = null, eventIds = null } = webhook ?? {};
  return {
    ...{ name, url, sends: types === null ? "all" : "some" },
    ...{ types: toChoices(types ?? []), eventIds: eventIds?.join(", ") ?? "" },
  };
}

/** What the service is asked for. */
export function toInput(values: WebhookFormValues): CreateWebhookInput {
  const { name, url, sends, types, eventIds } = values;
  const ids = typedList(eventIds);
  return {
    ...{ name, url, eventIds: ids.length === 0 ? null : ids },
    types: sends === "all" ? null : typesOf(types),
  };
}

const SENDS = [
  {
    ...{ value: "all", label: "Everything" },
    description: "Includes types that later versions add, but not those of the AWS API.",
  },
  { value: "some", label: "Selected types", description: "Only the types you select." },
];

type FieldsProps = { control: Control<WebhookFormValues>; groups: readonly ChoiceGroup[] };

/** The fields of a webhook. */
export function WebhookFields({ control, groups }: FieldsProps) {
  const sends = useWatch({ control, name: "sends" });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="name"
          label="Name"
          placeholder="Back office"
          isRequired
        />
        <TextField
          control={control}
          name="url"
          label="URL"
          placeholder="https://backoffice.example.com/stanchion"
          isRequired
        />
      </div>
      <RadioField control={control} name="sends" label="Send" options={SENDS} />
      {sends === "some" ? <ChoicesField name="types" {...{ control, groups }} /> : null}
      <TextField
        control={control}
        name="eventIds"
        label="Events"
        description="Event IDs, separated by commas. Leave empty for all events."
        placeholder="springsale, autumnsale"
      />
    </>
  );
}
