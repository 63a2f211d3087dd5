"use client";

import { Description, FieldError, Label, Radio, RadioGroup } from "@heroui/react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { cn } from "./class-names";

type RadioFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  options: readonly { value: string; label: string; description: string }[];
  isDisabled?: boolean;
};

/** A choice of a few, each explained, bound to a form. */
export function RadioField<Values extends FieldValues>(props: RadioFieldProps<Values>) {
  const { control, name, label, options } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <RadioGroup
      name={name}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      isInvalid={fieldState.invalid}
      isDisabled={props.isDisabled ?? false}
      className="gap-2"
    >
      <Label>{label}</Label>
      <div className={cn("grid gap-2", options.length === 3 ? "sm:grid-cols-3" : "sm:grid-cols-2")}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            className="mt-0! w-full rounded-lg border border-border p-3 data-[selected=true]:border-accent data-[selected=true]:bg-accent-soft"
          >
            <Radio.Content>
              <Radio.Control>
                <Radio.Indicator />
              </Radio.Control>
              {option.label}
            </Radio.Content>
            {/* A disabled choice is faded once; the library fades its description again. */}
            <Description className="opacity-100!">{option.description}</Description>
          </Radio>
        ))}
      </div>
      <FieldError>{fieldState.error?.message}</FieldError>
    </RadioGroup>
  );
}
