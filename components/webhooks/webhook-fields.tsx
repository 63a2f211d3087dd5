import type { Control } from "react-hook-form";
import { useFormState, useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { RadioField } from "@/components/shared/radio-field";
import { TextField } from "@/components/shared/text-field";
import type { CreateWebhookInput } from "@/lib/services/sites/webhook/schemas";
import type { WebhookView } from "@/lib/services/sites/webhook/webhook-view";
import { type ChosenTypes, chooseTypes, TypeChoices, typeField, typesOf } from "./type-choices";
import type { TypeGroup } from "./type-groups";

/** What the forms of a webhook hold. */
export type WebhookFormValues = {
  name: string;
  url: string;
  sends: "all" | "some";
  types: ChosenTypes;
  /** Ids, with commas or spaces between. */
  eventIds: string;
};

/** The form of an endpoint, or of a new one. */
export function toFormValues(webhook: WebhookView | null): WebhookFormValues {
  const { name = "", url = "", types = null, eventIds = null } = webhook ?? {};
  return {
    ...{ name, url, sends: types === null ? "all" : "some" },
    ...{ types: chooseTypes(types ?? []), eventIds: eventIds?.join(", ") ?? "" },
  };
}

/** What the service is asked for. */
export function toInput(values: WebhookFormValues): CreateWebhookInput {
  const { name, url, sends, types, eventIds } = values;
  const ids = eventIds.split(/[\s,]+/).filter((id) => id !== "");
  return {
    ...{ name, url, eventIds: ids.length === 0 ? null : ids },
    types: sends === "all" ? null : typesOf(types),
  };
}

const SENDS = [
  { value: "all", label: "Everything", description: "Includes types that later versions add." },
  { value: "some", label: "Selected types", description: "Only the types you select." },
];

type FieldsProps = { control: Control<WebhookFormValues>; groups: readonly TypeGroup[] };

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
      {sends === "some" ? <TypeFields {...{ control, groups }} /> : null}
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

function TypeFields({ control, groups }: FieldsProps) {
  const { errors } = useFormState({ control, name: "types" });
  const chosen = Object.values(useWatch({ control, name: "types" }));
  const problem = chosen.includes(true) ? undefined : errors.types?.["message"];
  return (
    <TypeChoices
      {...{ groups, problem }}
      field={({ type, title }) => (
        <CheckField key={type} control={control} name={`types.${typeField(type)}`} label={title} />
      )}
    />
  );
}
