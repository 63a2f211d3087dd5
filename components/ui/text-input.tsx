import type { ComponentProps, RefCallback } from "react";
import { cn } from "./class-names";
import { Field, type FieldTexts } from "./field";

type Typed = HTMLInputElement | HTMLTextAreaElement;

type Passed = Pick<
  ComponentProps<"input">,
  "name" | "type" | "placeholder" | "autoFocus" | "maxLength" | "lang" | "step" | "list"
>;

export type TextInputProps = FieldTexts &
  Passed & {
    value: string;
    onChange: (value: string) => void;
    onBlur?: () => void;
    onFocus?: (input: Typed) => void;
    /** Shows a text area with this many lines. */
    rows?: number;
    /** "off" unless said otherwise: what one customer typed is offered to no other. */
    autoComplete?: string;
    spellCheck?: boolean;
    dir?: "ltr" | "rtl";
    isDisabled?: boolean;
    isReadOnly?: boolean;
    inputClassName?: string;
    inputRef?: RefCallback<Typed>;
    /** The key that leads here, where the page has one. */
    dataKey?: string;
  };

/** A line or an area of text with its label. */
export function TextInput(props: TextInputProps) {
  const { value, onChange, rows, isDisabled, isReadOnly, inputClassName, inputRef } = props;
  const { name, placeholder, autoFocus, maxLength, lang, dir, spellCheck } = props;
  const shared = {
    ...{ name, value, placeholder, autoFocus, maxLength, lang, dir, spellCheck },
    autoComplete: props.autoComplete ?? "off",
    disabled: isDisabled,
    readOnly: isReadOnly,
    onChange: ({ target }: { target: Typed }) => onChange(target.value),
    onBlur: props.onBlur,
    onFocus: ({ target }: { target: Typed }) => props.onFocus?.(target),
    "data-key": props.dataKey,
    "data-autofocus": autoFocus,
  };
  return (
    <Field {...props}>
      {(control) =>
        rows === undefined ? (
          <input
            {...control}
            {...shared}
            ref={inputRef}
            type={props.type ?? "text"}
            step={props.step}
            list={props.list}
            className={cn("input w-full", inputClassName)}
          />
        ) : (
          <textarea
            {...control}
            {...shared}
            ref={inputRef}
            rows={rows}
            className={cn("textarea w-full", inputClassName)}
          />
        )
      }
    </Field>
  );
}
