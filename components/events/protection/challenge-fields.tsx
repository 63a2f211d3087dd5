import { type Control, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";

const WHEN = [
  {
    value: "never",
    label: "Never",
    description: "Only when a soft block or access rule requires it.",
  },
  {
    value: "busy",
    label: "Busy addresses",
    description: "Visitors from an address over its limit.",
  },
  { value: "always", label: "Everyone", description: "For an event under attack." },
];

/** When visitors get a challenge before they join, and how hard it is. */
export function ChallengeFields({ control }: { control: Control<EventFormValues> }) {
  const when = useWatch({ control, name: "protection.challenge.when" });
  return (
    <FormSection
      title="Challenge"
      description="Visitors' browsers do a short calculation before they join. People barely notice; bot farms pay for it."
    >
      <RadioField
        control={control}
        name="protection.challenge.when"
        label="When to challenge"
        options={WHEN}
      />
      {when === "never" ? null : (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            control={control}
            name="protection.challenge.fromJoinsPerMinute"
            label="Everyone, above"
            unit="joins per minute"
            placeholder="never"
            minValue={1}
          />
          <NumberField
            control={control}
            name="protection.challenge.difficulty"
            label="Difficulty"
            unit="bits"
            minValue={8}
            maxValue={24}
            description="Each bit doubles the work. 16 bits take a phone one to two seconds."
            isRequired
          />
        </div>
      )}
    </FormSection>
  );
}
