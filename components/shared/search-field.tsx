"use client";

import { SearchField as Field } from "@heroui/react";
import type { Ref } from "react";
import { cn } from "./class-names";

type SearchFieldProps = {
  /** Read aloud; the placeholder shows it to those who see. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement>;
  className?: string;
};

/** Narrows down what the page shows while somebody types; Escape empties it. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, placeholder, inputRef, className } = props;
  return (
    <Field
      aria-label={label}
      value={value}
      onChange={onChange}
      className={cn("w-full sm:w-64", className)}
    >
      <Field.Group>
        <Field.SearchIcon />
        <Field.Input ref={inputRef ?? null} placeholder={placeholder ?? label} />
        <Field.ClearButton />
      </Field.Group>
    </Field>
  );
}
