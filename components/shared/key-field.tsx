import { type Control, type FieldPath, type FieldValues, useWatch } from "react-hook-form";
import { keyOfName } from "@/lib/domain/key-of-name";
import { TextField } from "./text-field";

type KeyFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  /** The fields of the key and of the name that it is made from. */
  name: FieldPath<Values>;
  from: FieldPath<Values>;
  /** What the key is for. */
  purpose: string;
};

/** A key that is made from the name unless somebody wants another; `keyOr` says which one counts. */
export function KeyField<Values extends FieldValues>(props: KeyFieldProps<Values>) {
  const { control, name, from, purpose } = props;
  const source: unknown = useWatch({ control, name: from });
  const suggested = keyOfName(typeof source === "string" ? source : "");
  return (
    <TextField
      control={control}
      name={name}
      label="Key"
      mono
      placeholder={suggested === "" ? "spring-sale" : suggested}
      description={`${purpose} Made from the name if left empty. Can't be changed later.`}
    />
  );
}

/** The key of a form: the one that was typed, else the name's. */
export function keyOr({ key, name }: { readonly key: string; readonly name: string }): string {
  return key.trim() === "" ? keyOfName(name) : key;
}
