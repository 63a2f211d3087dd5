"use client";

import { type Control, useWatch } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import type { EventFormValues } from "./event-form-values";

/** When a line begins to form at an always-on event at which nobody waits. */
export function SafetyNetSection({ control }: { control: Control<EventFormValues> }) {
  const kind = useWatch({ control, name: "kind" });
  if (kind !== "always-on") return null;
  return (
    <FormSection
      title="Safety net"
      description="While nobody waits, visitors go straight in until one of these is reached. Then a line forms, and it empties at the outflow."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          control={control}
          name="safetyNetPerMinute"
          label="Arrivals"
          unit="new visitors per minute"
          minValue={1}
          maxValue={1_000_000}
          placeholder="As the outflow"
          description="A line forms when more come within any 60 seconds. Empty: the outflow counts."
        />
        <NumberField
          control={control}
          name="safetyNetActive"
          label="Active visitors"
          unit="on the site"
          minValue={1}
          maxValue={10_000_000}
          placeholder="Any number"
          description="A line forms with this many. Visitors count until their session ends or they have gone."
        />
      </div>
    </FormSection>
  );
}
