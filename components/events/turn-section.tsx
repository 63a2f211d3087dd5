import { type Control, useWatch } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";
import type { EventFormValues } from "./event-form-values";

const CHOICES = [
  {
    value: "never",
    label: "Enter automatically",
    description: "The page continues to your site, even in a background tab.",
  },
  {
    value: "hidden",
    label: "Confirm in background tabs",
    description: "A background tab waits until the visitor presses “I’m here”.",
  },
  {
    value: "always",
    label: "Confirm always",
    description: "Visitors near the front press “I’m here” before they enter.",
  },
];

/** Whether whoever's turn has come says that they are there. */
export function TurnSection({ control }: { control: Control<EventFormValues> }) {
  const confirm = useWatch({ control, name: "turn.confirm" });
  return (
    <FormSection
      title="When it's their turn"
      description="Don't spend a slot on a tab nobody is watching. Late visitors keep their place; entering just takes longer."
    >
      <RadioField control={control} name="turn.confirm" label="Presence" options={CHOICES} />
      {confirm === "never" ? null : (
        <NumberField
          control={control}
          name="turn.seconds"
          label="Countdown"
          unit="seconds"
          minValue={10}
          maxValue={600}
          description="Shown on the page when it's the visitor's turn. After it ends, entering may take longer."
          isRequired
        />
      )}
    </FormSection>
  );
}
