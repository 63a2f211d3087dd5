import type { Control, FieldPath, FieldValues } from "react-hook-form";
import { TextField } from "@/components/shared/text-field";
import { isReservedCustomerId, isWireId } from "@/lib/domain/wire-id";

/** True when an id may be used, as far as the browser can tell; otherwise why not, in words. */
function whyRefused(id: string): string | true {
  if (id.length < 3) return "Too short: at least 3 characters.";
  if (id.length > 20) return "Too long: at most 20 characters.";
  if (!isWireId(id)) {
    return "Use a–z and 0–9 only. The ID is part of URLs and cookies.";
  }
  if (isReservedCustomerId(id)) {
    return `“${id}” is reserved. Choose another ID.`;
  }
  return true;
}

type CustomerIdFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
};

export function CustomerIdField<Values extends FieldValues>(props: CustomerIdFieldProps<Values>) {
  return (
    <TextField
      control={props.control}
      name={props.name}
      label="Customer id"
      description="3–20 characters, a–z and 0–9. Part of connector settings and URLs, so it can't be changed later."
      isRequired
      mono
      normalise={(value) => value.toLowerCase().trim()}
      validate={whyRefused}
    />
  );
}
