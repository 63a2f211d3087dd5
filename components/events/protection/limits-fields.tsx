import { type Control, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import { IdentityFields, NetworkHeaderFields, NetworkListFields } from "./limit-source-fields";

const MOST = 60_000;

const SITE = "The block of IPv6 addresses that a company or household usually has.";

const COUNTS = [
  ["protection.limits.address.perMinute", "Per IP address", "joins per minute"],
  ["protection.limits.address.perRun", "Per IP address", "joins per run"],
  ["protection.limits.site.perMinute", "Per IPv6 /48", "joins per minute", SITE],
  ["protection.limits.site.perRun", "Per IPv6 /48", "joins per run", SITE],
] as const;

/** How many joins of one source count as usual. */
export function LimitsFields({ control }: { control: Control<EventFormValues> }) {
  const isOn = useWatch({ control, name: "protection.limits.isOn" });
  return (
    <FormSection
      title="Limits"
      description="How many joins per address are normal. Further joins get a challenge."
    >
      <CheckField control={control} name="protection.limits.isOn" label="Limit joins per address" />
      {isOn ? (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            {COUNTS.map(([name, label, unit, description]) => (
              <NumberField
                key={name}
                control={control}
                name={name}
                label={label}
                unit={unit}
                description={description}
                minValue={1}
                maxValue={MOST}
                isRequired
              />
            ))}
            <NumberField
              control={control}
              name="protection.limits.acrossEvents"
              label="Across all your events"
              unit="joins per ten minutes"
              placeholder="No limit"
              description="Per IP address. Updated once a second, so approximate."
              minValue={1}
              maxValue={MOST}
            />
          </div>
          <NetworkListFields control={control} />
          <NetworkHeaderFields control={control} />
          <IdentityFields control={control} />
        </>
      ) : null}
    </FormSection>
  );
}
