import type { ReactNode } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { NumberInput } from "@/components/ui/number-input";
import { rangeProblem } from "@/components/ui/typed-number";
import { REQUIRED } from "./field-problem";
import { useHydrated } from "./use-hydrated";

type NumberFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  /** The unit, shown after the label. */
  unit: string;
  description?: ReactNode;
  minValue?: number;
  maxValue?: number;
  step?: number;
  isRequired?: boolean;
  placeholder?: string;
  className?: string;
};

/** A number with its unit, bound to a form; an empty field is null. */
export function NumberField<Values extends FieldValues>(props: NumberFieldProps<Values>) {
  const { control, name, label, unit } = props;
  const range = { min: props.minValue ?? 0, max: props.maxValue ?? Number.MAX_SAFE_INTEGER };
  const { field, fieldState } = useController({
    ...{ control, name },
    rules: {
      validate: (value: number | null) => {
        if (props.isRequired === true && value === null) return REQUIRED;
        return rangeProblem(value, { ...range, step: props.step ?? 1 });
      },
    },
  });
  const isHydrated = useHydrated();
  return (
    <NumberInput
      {...props}
      name={name}
      what={label}
      label={
        <>
          {label} <span className="font-normal text-muted">({unit})</span>
        </>
      }
      value={typeof field.value === "number" ? field.value : null}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
      isReadOnly={!isHydrated}
      minValue={range.min}
      inputRef={field.ref}
    />
  );
}
