import type { ReactNode } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";

type CheckFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  description?: ReactNode;
};

/** A yes or no, bound to a form. */
export function CheckField<Values extends FieldValues>(props: CheckFieldProps<Values>) {
  const { control, name, label, description } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Checkbox
      name={name}
      isSelected={field.value === true}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      description={description}
      error={fieldState.error?.message}
    >
      {label}
    </Checkbox>
  );
}
