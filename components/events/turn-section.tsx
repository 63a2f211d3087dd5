"use client";

import { type Control, useWatch } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";
import type { EventFormValues } from "./event-form-values";

const CHOICES = [
  {
    value: "never",
    label: "Go in by itself",
    description: "The page goes in at the turn, also where nobody looks at it.",
  },
  {
    value: "hidden",
    label: "Ask on hidden pages",
    description: "A page that is hidden at the turn waits until somebody presses “I’m here”.",
  },
  {
    value: "always",
    label: "Ask everybody",
    description: "Whoever comes near the front presses “I’m here”, before the turn or at it.",
  },
];

/** Whether whoever's turn has come says that they are there. */
export function TurnSection({ control }: { control: Control<EventFormValues> }) {
  const confirm = useWatch({ control, name: "turnConfirm" });
  return (
    <FormSection
      title="At the turn"
      description="A page that nobody looks at need not take a slot. Whoever comes late loses nothing: their number stays called, and going in takes longer."
    >
      <RadioField control={control} name="turnConfirm" label="Presence" options={CHOICES} />
      {confirm === "never" ? null : (
        <NumberField
          control={control}
          name="turnSeconds"
          label="Countdown"
          unit="seconds"
          minValue={10}
          maxValue={600}
          description="For so long the page counts down. Afterwards it says that going in takes longer, as it does for whoever is called more than a minute ago."
          isRequired
        />
      )}
    </FormSection>
  );
}
