"use client";

import { type Control, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";
import { ProtectionPart } from "./protection-part";

const WHEN = [
  {
    value: "never",
    label: "Never",
    description: "Only a soft block or an access rule asks for one.",
  },
  {
    value: "busy",
    label: "Busy addresses",
    description: "Whoever comes from an address over its limit.",
  },
  { value: "always", label: "Everybody", description: "While an event is under attack." },
];

/** When visitors get a challenge before they join, and how hard it is. */
export function ChallengeFields({ control }: { control: Control<EventFormValues> }) {
  const when = useWatch({ control, name: "protection.challenge.when" });
  return (
    <ProtectionPart
      title="Challenge"
      description="Before joining the browser works for a moment, which people hardly notice and farms pay for."
    >
      <RadioField
        control={control}
        name="protection.challenge.when"
        label="Who gets one"
        options={WHEN}
      />
      {when === "never" ? null : (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            control={control}
            name="protection.challenge.fromJoinsPerMinute"
            label="Everybody, from"
            unit="joins a minute"
            placeholder="never"
            minValue={1}
          />
          <NumberField
            control={control}
            name="protection.challenge.difficulty"
            label="Proof of work"
            unit="bits"
            minValue={8}
            maxValue={24}
            description="Each bit more doubles the work. 16 take a phone a second or two."
            isRequired
          />
        </div>
      )}
    </ProtectionPart>
  );
}
