"use client";

import type { Control, FieldPath, FieldValues } from "react-hook-form";
import { TextField } from "@/components/shared/text-field";
import { isReservedCustomerId, isWireId } from "@/lib/domain/event/wire-id";

/** True when an id may be used, as far as the browser can tell; otherwise why not, in words. */
function whyRefused(id: string): string | true {
  if (id.length < 3) return "Too short: at least 3 characters.";
  if (id.length > 20) return "Too long: at most 20 characters.";
  if (!isWireId(id)) {
    return "Only the letters a to z and the digits 0 to 9: the id becomes part of addresses and cookies.";
  }
  if (isReservedCustomerId(id)) {
    return `“${id}” is an address of the waiting room itself. Choose another.`;
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
      description="3 to 20 characters, a to z and 0 to 9. Connectors and visitors’ addresses carry it, so it can never be changed."
      isRequired
      mono
      normalise={(value) => value.toLowerCase().trim()}
      validate={whyRefused}
    />
  );
}
