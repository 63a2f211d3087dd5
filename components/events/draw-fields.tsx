"use client";

import { type Control, useWatch } from "react-hook-form";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";

const CHOICES = [
  { value: "off", label: "First come, first served" },
  { value: "drand", label: "Drawn, provably: public randomness of drand" },
  { value: "typed", label: "Drawn with a value that you type in: not provable" },
  { value: "none", label: "Drawn without outside randomness: not provable" },
] as const;

const KEPT = { value: "kept", label: "Drawn with the beacon that was set by API" } as const;

/** Whether early visitors keep the order in which they came, or are drawn at the start. */
export function DrawFields({ control }: { control: Control<EventFormValues> }) {
  const choice = useWatch({ control, name: "drawChoice" });
  return (
    <>
      <SelectField
        control={control}
        name="drawChoice"
        label="Order of the pre-queue"
        options={choice === "kept" ? [...CHOICES, KEPT] : CHOICES}
      />
      {choice === "typed" && (
        <TextField
          control={control}
          name="drawName"
          label="Where the value comes from"
          description="For example: the lottery numbers of that evening. Everybody reads it before joining."
        />
      )}
    </>
  );
}
