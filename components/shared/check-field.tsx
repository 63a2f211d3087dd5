"use client";

import { Checkbox, Description } from "@heroui/react";
import type { ReactNode } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";

type CheckFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  description?: ReactNode;
};

/** A yes or no, bound to a form. */
export function CheckField<Values extends FieldValues>(props: CheckFieldProps<Values>) {
  const { control, name, label, description } = props;
  const { field } = useController({ control, name });
  return (
    <Checkbox name={name} isSelected={field.value === true} onChange={field.onChange}>
      <Checkbox.Content>
        <Checkbox.Control>
          <Checkbox.Indicator />
        </Checkbox.Control>
        {label}
      </Checkbox.Content>
      {description === undefined ? null : <Description>{description}</Description>}
    </Checkbox>
  );
}
