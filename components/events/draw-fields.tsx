"use client";

import { type Control, useWatch } from "react-hook-form";
import { NumberField } from "@/components/shared/number-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";

const CHOICES = [
  { value: "off", label: "First come, first served" },
  { value: "drand", label: "Drawn, provably: public randomness of drand" },
  { value: "http-beacon", label: "Drawn, provably: one round of another public beacon" },
  { value: "typed", label: "Drawn with a value that you type in: not provable" },
  { value: "none", label: "Drawn without outside randomness: not provable" },
] as const;

/** Whether early visitors keep their order of arrival or are drawn at the start. */
export function DrawFields({ control }: { control: Control<EventFormValues> }) {
  const choice = useWatch({ control, name: "draw.choice" });
  return (
    <>
      <SelectField
        control={control}
        name="draw.choice"
        label="Order of the pre-queue"
        options={CHOICES}
      />
      {choice === "typed" && (
        <TextField
          control={control}
          name="draw.name"
          label="Where the value comes from"
          description="For example: the lottery numbers of that evening. Everybody reads it before joining."
        />
      )}
      {choice === "http-beacon" && <BeaconFields control={control} />}
    </>
  );
}

/** One round of a public beacon that answers with JSON over HTTP. */
function BeaconFields({ control }: { control: Control<EventFormValues> }) {
  return (
    <>
      <TextField
        control={control}
        name="draw.urls"
        label="Addresses of the round"
        rows={2}
        description="Mirrors of one round, one a line, with the round in the path. Everybody can ask them."
        mono
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField control={control} name="draw.round" label="Round" unit="number" minValue={1} />
        <TextField
          control={control}
          name="draw.roundAtLocal"
          label="When the round comes"
          type="datetime-local"
          step={1}
          description="More than six seconds after the start."
        />
        <TextField
          control={control}
          name="draw.field"
          label="Field of its answer"
          description="32 to 64 bytes in hexadecimal."
          mono
        />
      </div>
    </>
  );
}
