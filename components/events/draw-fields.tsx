import { type Control, useWatch } from "react-hook-form";
import { NumberField } from "@/components/shared/number-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";

const CHOICES = [
  { value: "off", label: "First come, first served" },
  { value: "drand", label: "Provable draw: drand public randomness" },
  { value: "http-beacon", label: "Provable draw: another public beacon" },
  { value: "typed", label: "Draw from a value you enter: not provable" },
  { value: "none", label: "Draw without public randomness: not provable" },
] as const;

type DrawFieldsProps = {
  control: Control<EventFormValues>;
  /** There is a draw in any case. */
  isDrawn?: boolean;
};

/** Whether early visitors keep their order of arrival or are drawn at the start. */
export function DrawFields({ control, isDrawn = false }: DrawFieldsProps) {
  const choice = useWatch({ control, name: "draw.choice" });
  return (
    <>
      <SelectField
        control={control}
        name="draw.choice"
        label="Pre-queue order"
        options={CHOICES.filter(({ value }) => !isDrawn || value !== "off")}
      />
      {choice === "typed" && (
        <TextField
          control={control}
          name="draw.name"
          label="Source of the value"
          description="For example, tonight's lottery numbers. Visitors see this before they join."
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
        label="Round URLs"
        rows={2}
        description="Public mirrors of the same round, one per line, with the round in the path."
        mono
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField control={control} name="draw.round" label="Round" unit="number" minValue={1} />
        <TextField
          control={control}
          name="draw.roundAtLocal"
          label="Round time"
          type="datetime-local"
          step={1}
          description="At least six seconds after the start."
        />
        <TextField
          control={control}
          name="draw.field"
          label="Response field"
          description="32 to 64 bytes, hexadecimal."
          mono
        />
      </div>
    </>
  );
}
