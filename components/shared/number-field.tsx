"use client";

import { Description, NumberField as Field, FieldError, Label } from "@heroui/react";
import type { ReactNode } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
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

/** A whole number with its unit; an empty field is null. */
export function NumberField<Values extends FieldValues>(props: NumberFieldProps<Values>) {
  const { control, name, label, unit, description } = props;
  const { field, fieldState } = useController({ control, name });
  const isHydrated = useHydrated();
  return (
    <Field
      fullWidth
      name={name}
      value={typeof field.value === "number" ? field.value : Number.NaN}
      onChange={(value) => field.onChange(Number.isNaN(value) ? null : value)}
      onBlur={field.onBlur}
      isInvalid={fieldState.invalid}
      isRequired={props.isRequired ?? false}
      isReadOnly={!isHydrated}
      minValue={props.minValue ?? 0}
      step={props.step ?? 1}
      validationBehavior="aria"
      className={props.className ?? ""}
      {...(props.maxValue === undefined ? {} : { maxValue: props.maxValue })}
    >
      <Label>
        {label} <span className="font-normal text-muted">({unit})</span>
      </Label>
      <Field.Group>
        <Field.DecrementButton />
        <Field.Input ref={field.ref} placeholder={props.placeholder ?? ""} className="figures" />
        <Field.IncrementButton />
      </Field.Group>
      {description === undefined ? null : <Description>{description}</Description>}
      <FieldError>{fieldState.error?.message}</FieldError>
    </Field>
  );
}
