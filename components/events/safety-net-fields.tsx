"use client";

import type { Control } from "react-hook-form";
import { NumberField } from "@/components/shared/number-field";
import type { EventFormValues } from "./event-form-values";

/** When a line begins to form at an event at which nobody waits. */
export function SafetyNetFields({ control }: { control: Control<EventFormValues> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField
        control={control}
        name="safetyNetPerMinute"
        label="A line forms above"
        unit="new visitors per minute"
        minValue={1}
        maxValue={1_000_000}
        placeholder="The outflow"
        description="While nobody waits, so many go straight in within any 60 seconds. Once a line is there, it empties at the outflow."
      />
      <NumberField
        control={control}
        name="safetyNetActive"
        label="Or with"
        unit="visitors on the site"
        minValue={1}
        maxValue={10_000_000}
        placeholder="Any number"
        description="As many as were let in within one session and have not gone."
      />
    </div>
  );
}
