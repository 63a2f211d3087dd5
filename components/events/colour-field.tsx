import { type Control, useController } from "react-hook-form";
import { TextField } from "@/components/shared/text-field";
import type { EventFormValues } from "./event-form-values";

type ColourFieldProps = { control: Control<EventFormValues>; name: "brandColour" };

/** A colour by its picker or written as `#rrggbb`. */
export function ColourField({ control, name }: ColourFieldProps) {
  const { field } = useController({ control, name });
  const isColour = /^#[0-9a-f]{6}$/i.test(field.value);
  return (
    <div className="flex items-start gap-2">
      <input
        type="color"
        aria-label="Pick the brand colour"
        value={isColour ? field.value : "#000000"}
        onChange={(event) => field.onChange(event.target.value)}
        className="mt-6 h-9 w-12 shrink-0 cursor-pointer rounded-lg border border-field-border bg-field p-1 outline-none focus-visible:focus-ring disabled:cursor-not-allowed"
      />
      <TextField
        control={control}
        name={name}
        label="Brand colour"
        mono
        description="Adjusted automatically where text needs more contrast."
        normalise={(value) => value.toLowerCase().trim()}
      />
    </div>
  );
}
