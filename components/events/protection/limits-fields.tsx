"use client";

import type { Control } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { CheckField } from "@/components/shared/check-field";
import { NumberField } from "@/components/shared/number-field";
import { ProtectionPart } from "./protection-part";

/** How many joins of one source count as usual. */
export function LimitsFields({ control }: { control: Control<EventFormValues> }) {
  return (
    <ProtectionPart
      title="Limits"
      description="How many joins of one address count as usual. Where more people share it, the next ones get a challenge."
    >
      <CheckField control={control} name="protection.limits.isOn" label="Limit joins by address" />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          control={control}
          name="protection.limits.address.perMinute"
          label="From one address in a minute"
          unit="joins"
          minValue={1}
          isRequired
        />
        <NumberField
          control={control}
          name="protection.limits.address.perRun"
          label="From one address in a run"
          unit="joins"
          minValue={1}
          isRequired
        />
        <NumberField
          control={control}
          name="protection.limits.site.perMinute"
          label="From one IPv6 /48 in a minute"
          unit="joins"
          minValue={1}
          isRequired
        />
        <NumberField
          control={control}
          name="protection.limits.site.perRun"
          label="From one IPv6 /48 in a run"
          unit="joins"
          minValue={1}
          isRequired
        />
      </div>
    </ProtectionPart>
  );
}
