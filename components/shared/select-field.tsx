import type { ReactNode } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { SelectBox, type SelectOption } from "./select-box";

type SelectFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  options: readonly SelectOption[];
  description?: ReactNode;
  hideLabel?: boolean;
  isDisabled?: boolean;
  className?: string;
  /** Hears what a person chose, after the form. */
  onSelected?: (value: string) => void;
};

/** A choice from a list, bound to a form. */
export function SelectField<Values extends FieldValues>(props: SelectFieldProps<Values>) {
  const { control, name, onSelected, ...rest } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <SelectBox
      {...rest}
      name={name}
      value={typeof field.value === "string" ? field.value : ""}
      onChange={(value) => {
        field.onChange(value);
        onSelected?.(value);
      }}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}
