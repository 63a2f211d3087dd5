import { type Control, useWatch } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";

/** How the site is probed, and when it counts as slow. */
export function GovernorSection({ control }: { control: Control<EventFormValues> }) {
  const healthUrl = useWatch({ control, name: "governor.healthUrl" });
  return (
    <FormSection
      title="Governor"
      description="Lowers the outflow automatically while your site is slow. Never to zero."
    >
      <TextField
        control={control}
        name="governor.healthUrl"
        label="Health URL"
        placeholder="https://shop.example.com/health"
        description="Probed continuously. New events start at a quarter of the outflow, adjusted every 30 seconds. Leave empty to turn the governor off."
        mono
      />
      {healthUrl.trim() === "" ? null : (
        <NumberField
          control={control}
          name="governor.timeoutMs"
          label="Response timeout"
          unit="milliseconds"
          minValue={100}
          maxValue={30_000}
          description="Slower probes count as failed. Until the site has a baseline, half of this counts as slow."
          isRequired
        />
      )}
    </FormSection>
  );
}
