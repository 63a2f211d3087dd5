import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { cn } from "@/components/ui/class-names";
import { RadioGroup } from "@/components/ui/radio-group";

type RadioFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  options: readonly { value: string; label: string; description: string }[];
  isDisabled?: boolean;
};

/** As many columns as are wide enough for words. */
const THREE = "grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))]";
const TWO = "sm:grid-cols-[repeat(auto-fit,minmax(min(max(11rem,40%),100%),1fr))]";

/** A choice of a few, each explained, bound to a form. */
export function RadioField<Values extends FieldValues>(props: RadioFieldProps<Values>) {
  const { control, name, label, options } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <RadioGroup
      label={label}
      name={name}
      value={field.value}
      options={options}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
      isDisabled={props.isDisabled}
      firstRef={field.ref}
      className={cn("grid gap-2", options.length === 3 ? THREE : TWO)}
      optionClassName="rounded-lg border border-border p-3 has-checked:border-accent has-checked:bg-accent-soft"
    />
  );
}
