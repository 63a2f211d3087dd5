"use client";

import { type Control, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { CheckField } from "@/components/shared/check-field";
import { NumberField } from "@/components/shared/number-field";
import { IdentityFields, NetworkHeaderFields, NetworkListFields } from "./limit-source-fields";
import { ProtectionPart } from "./protection-part";

const MOST = 60_000;

const COUNTS = [
  ["protection.limits.address.perMinute", "From one address", "joins a minute"],
  ["protection.limits.address.perRun", "From one address", "joins a run"],
  ["protection.limits.site.perMinute", "From one IPv6 /48", "joins a minute"],
  ["protection.limits.site.perRun", "From one IPv6 /48", "joins a run"],
] as const;

/** How many joins of one source count as usual. */
export function LimitsFields({ control }: { control: Control<EventFormValues> }) {
  const isOn = useWatch({ control, name: "protection.limits.isOn" });
  return (
    <ProtectionPart
      title="Limits"
      description="How many joins of one address count as usual. Where more people share it, the next ones get a challenge."
    >
      <CheckField control={control} name="protection.limits.isOn" label="Limit joins by address" />
      {isOn ? (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            {COUNTS.map(([name, label, unit]) => (
              <NumberField
                key={name}
                control={control}
                name={name}
                label={label}
                unit={unit}
                minValue={1}
                maxValue={MOST}
                isRequired
              />
            ))}
            <NumberField
              control={control}
              name="protection.limits.acrossEvents"
              label="At all your events together"
              unit="joins in ten minutes"
              placeholder="no limit"
              description="Of one address; summed once a second, so it holds approximately."
              minValue={1}
              maxValue={MOST}
            />
          </div>
          <NetworkListFields control={control} />
          <NetworkHeaderFields control={control} />
          <IdentityFields control={control} />
        </>
      ) : null}
    </ProtectionPart>
  );
}
