import { type ReactNode, useCallback, useRef } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { TextInput } from "@/components/ui/text-input";
import { textProblem } from "./field-problem";
import { useTypedEarly } from "./use-typed-early";

type Typed = HTMLInputElement | HTMLTextAreaElement;

type TextFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  /** Beside the label. */
  aside?: ReactNode;
  description?: ReactNode;
  type?: "text" | "email" | "password" | "url" | "datetime-local" | "date" | "time" | "search";
  placeholder?: string;
  autoComplete?: string;
  isRequired?: boolean;
  isReadOnly?: boolean;
  autoFocus?: boolean;
  /** Shows a text area with this many lines. */
  rows?: number;
  mono?: boolean;
  /** The language of what is typed, and the direction in which it is written. */
  lang?: string;
  dir?: "ltr" | "rtl";
  /** Of a time: 1 where seconds count. */
  step?: number;
  /** Changes what was typed before it is kept, for instance to lower case. */
  normalise?: (value: string) => string;
  /** Checks the value at once, before the service does. */
  validate?: (value: string) => string | true;
  className?: string;
};

/** A labelled text input bound to a form, with the message of its field below. */
export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { control, name, mono } = props;
  const element = useRef<Typed | null>(null);
  const validate = (value: string | null | undefined) => {
    // Half of it is missing, or there is no such day: what was typed is not in the value.
    if (element.current?.validity.badInput === true)
      return "Enter a complete date and time that exists.";
    return textProblem(value ?? "", props);
  };
  const { field, fieldState } = useController({ control, name, rules: { validate } });
  const change = (value: string) => field.onChange(props.normalise?.(value) ?? value);
  const ref = useTypedEarly(field.ref, field.value ?? "", change);
  const keep = useCallback(
    (input: Typed | null) => {
      element.current = input;
      ref(input);
    },
    [ref],
  );
  return (
    <TextInput
      {...props}
      value={field.value ?? ""}
      onChange={change}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
      inputRef={keep}
      inputClassName={mono === true ? "font-mono" : ""}
    />
  );
}
