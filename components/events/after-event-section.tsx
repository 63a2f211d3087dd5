"use client";

import { type Control, useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { RadioField } from "@/components/shared/radio-field";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";

const SHOWN = [
  {
    value: "page",
    label: "The waiting room's page",
    description: "It says that the line is closed, and what you write below.",
  },
  {
    value: "redirect",
    label: "Another page",
    description: "Whoever comes is sent on to an address of yours.",
  },
];

/** What visitors get after the end of a scheduled event; an always-on one has no end. */
export function AfterEventSection({ control }: { control: Control<EventFormValues> }) {
  const kind = useWatch({ control, name: "kind" });
  const show = useWatch({ control, name: "afterEvent.show" });
  if (kind !== "scheduled") return null;
  return (
    <FormSection
      title="After the event"
      description="What visitors get once the end has passed. An event that you stop before shows its page."
    >
      <RadioField control={control} name="afterEvent.show" label="Visitors see" options={SHOWN} />
      {show === "redirect" ? (
        <TextField
          control={control}
          name="afterEvent.url"
          label="Send visitors to"
          type="url"
          placeholder="https://shop.example.com/thanks"
          description="On the host of the target URL or an allowed host."
          isRequired
          mono
        />
      ) : (
        <TextField
          control={control}
          name="afterEvent.message"
          label="Message"
          placeholder="See you next year."
          description="Stands on the page. Leave empty for none."
        />
      )}
      <CheckField
        control={control}
        name="afterEvent.letThrough"
        label="Open the protected pages"
        description="Visitors whom a connector sends here go straight back, without limit, counted apart."
      />
    </FormSection>
  );
}
