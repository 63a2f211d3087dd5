"use client";

import { type Control, useWatch } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";

/** How the site is probed, and when it counts as slow. */
export function GovernorSection({ control }: { control: Control<EventFormValues> }) {
  const healthUrl = useWatch({ control, name: "healthUrl" });
  return (
    <FormSection
      title="Governor"
      description="Lowers the outflow by itself while your site is slow, and never to zero."
    >
      <TextField
        control={control}
        name="healthUrl"
        label="Health URL for the governor"
        placeholder="https://shop.example.com/health"
        description="Probed all the time. A new event begins with a quarter of the outflow; every 30 seconds it grows if the answers were good, and shrinks if they were slow. Empty: no governor."
        mono
      />
      {healthUrl.trim() === "" ? null : (
        <NumberField
          control={control}
          name="healthTimeoutMs"
          label="It answers within"
          unit="milliseconds"
          minValue={100}
          maxValue={30_000}
          description="A probe that takes longer counts as failed. Until the site is known, half of this already counts as slow."
          isRequired
        />
      )}
    </FormSection>
  );
}
