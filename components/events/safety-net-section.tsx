import { type Control, useWatch } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import type { EventFormValues } from "./event-form-values";
import { ofNumber } from "./of-setting";

/** When a line begins to form at an always-on event at which nobody waits. */
export function SafetyNetSection({ control }: { control: Control<EventFormValues> }) {
  const kind = useWatch({ control, name: "kind" });
  if (kind !== "always-on") return null;
  return (
    <FormSection
      title="Safety net"
      description="Visitors go straight to your site until a threshold is reached. Then a line forms and drains at the outflow."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          control={control}
          {...ofNumber("safetyNetPerMinute")}
          unit="new visitors per minute"
          placeholder="Same as outflow"
          description="Arrivals in any 60 seconds that start a line. Leave empty to use the outflow."
        />
        <NumberField
          control={control}
          {...ofNumber("safetyNetActive")}
          unit="on the site"
          placeholder="No limit"
          description="Visitors on the site that start a line. Each counts until their session ends or they leave."
        />
      </div>
    </FormSection>
  );
}
