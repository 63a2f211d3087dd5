"use client";

import { type Control, useWatch } from "react-hook-form";
import { NumberField } from "@/components/shared/number-field";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";

/** How the site is probed, and when it counts as slow. */
export function GovernorFields({ control }: { control: Control<EventFormValues> }) {
  const healthUrl = useWatch({ control, name: "healthUrl" });
  return (
    <>
      <TextField
        control={control}
        name="healthUrl"
        label="Health URL for the governor"
        placeholder="https://shop.example.com/health"
        description="Asked every 30 seconds. A new event begins with a quarter of the outflow, which grows while the answers are good; while they are slow it is lowered, never to zero. Empty: off."
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
    </>
  );
}
