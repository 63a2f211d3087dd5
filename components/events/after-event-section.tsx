import { type Control, useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { RadioField } from "@/components/shared/radio-field";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";

const SHOWN = [
  {
    value: "page",
    label: "Waiting room page",
    description: "Says that the line is closed, followed by your message.",
  },
  {
    value: "redirect",
    label: "Another page",
    description: "Redirects visitors to a URL of yours.",
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
      description="What visitors get after the end time. Events you stop early show the waiting room page."
    >
      <RadioField control={control} name="afterEvent.show" label="Visitors see" options={SHOWN} />
      {show === "redirect" ? (
        <TextField
          control={control}
          name="afterEvent.url"
          label="Redirect to"
          type="url"
          placeholder="https://shop.example.com/thanks"
          description="Must be on the target URL's host or an allowed host."
          isRequired
          mono
        />
      ) : (
        <TextField
          control={control}
          name="afterEvent.message"
          label="Message"
          placeholder="See you next year."
          description="Shown on the page. Optional."
        />
      )}
      <CheckField
        control={control}
        name="afterEvent.letThrough"
        label="Open protected pages"
        description="Visitors sent here by a connector go straight back, without a limit. They are counted separately."
      />
    </FormSection>
  );
}
