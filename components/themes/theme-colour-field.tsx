import { type Control, useController } from "react-hook-form";
import { TextField } from "@/components/shared/text-field";
import type { ThemeFormValues } from "./theme-form-values";

type ColourName =
  | "colours.brand"
  | `colours.${"light" | "dark"}.${keyof ThemeFormValues["colours"]["light"]}`;

type ThemeColourFieldProps = {
  control: Control<ThemeFormValues>;
  name: ColourName;
  label: string;
  description?: string;
};

/** A colour by its picker or written as `#rrggbb`; empty for the one that is there anyway. */
export function ThemeColourField({ control, name, label, description }: ThemeColourFieldProps) {
  const { field } = useController({ control, name });
  const isColour = /^#[0-9a-f]{6}$/i.test(field.value);
  return (
    <div className="flex min-w-0 items-start gap-2">
      <input
        type="color"
        aria-label={`Pick: ${label}`}
        value={isColour ? field.value : "#808080"}
        onChange={(event) => field.onChange(event.target.value)}
        className="mt-6 h-9 w-10 shrink-0 cursor-pointer rounded-lg border border-field-border bg-field p-1 outline-none focus-visible:focus-ring disabled:cursor-not-allowed"
      />
      <TextField
        control={control}
        name={name}
        label={label}
        className="min-w-0 flex-1"
        mono
        placeholder="default"
        normalise={(value) => value.toLowerCase().trim()}
        {...(description === undefined ? {} : { description })}
      />
    </div>
  );
}
