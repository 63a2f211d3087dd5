import type { Control, FieldPath, FieldValues } from "react-hook-form";
import { TextField } from "@/components/shared/text-field";

type NewPasswordFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  autoFocus?: boolean;
};

/** Where somebody chooses a password. */
export function NewPasswordField<Values extends FieldValues>(props: NewPasswordFieldProps<Values>) {
  return (
    <TextField
      {...props}
      type="password"
      autoComplete="new-password"
      description="At least 12 characters. Tip: use three or four unrelated words."
      isRequired
    />
  );
}
