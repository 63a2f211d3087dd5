"use client";

import { type Control, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { CheckField } from "@/components/shared/check-field";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";
import { ProtectionPart } from "./protection-part";

const ACTIONS = [
  { value: "none", label: "Nothing", description: "Every place takes part in the draw." },
  { value: "last", label: "Draw last", description: "After all others." },
  { value: "drop", label: "Drop", description: "Not at all. The published draw says how many." },
];

/** What the draw does with what was found out in the pre-queue, and whether lanes have chances of their own. */
export function DeferredFields({ control }: { control: Control<EventFormValues> }) {
  const draw = useWatch({ control, name: "draw.choice" });
  const kind = useWatch({ control, name: "kind" });
  const action = useWatch({ control, name: "protection.deferred.action" });
  if (kind !== "scheduled" || draw === "off") return null;
  return (
    <ProtectionPart
      title="In the draw"
      description="What was found out about a place acts only here, so that bots learn nothing early."
    >
      <RadioField
        control={control}
        name="protection.deferred.action"
        label="Suspicious places"
        options={ACTIONS}
      />
      {action === "none" ? null : (
        <NumberField
          control={control}
          name="protection.deferred.fromScore"
          label="Suspicious from"
          unit="score"
          minValue={1}
          maxValue={100}
          isRequired
        />
      )}
      <CheckField
        control={control}
        name="protection.lottery.isWeighted"
        label="Chances by lane"
        description="A visitor’s chance is the weight of their lane."
      />
    </ProtectionPart>
  );
}
