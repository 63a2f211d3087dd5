import { type ReactNode, type RefCallback, useState } from "react";
import { Field } from "@/components/ui/field";
import { useChosenEarly } from "@/components/ui/use-chosen-early";

export type SelectOption = { readonly value: string; readonly label: string };

type SelectBoxProps = {
  label: string;
  name?: string;
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
  onBlur?: () => void;
  description?: ReactNode;
  error?: string | undefined;
  isDisabled?: boolean;
  /** Only screen readers get the label, because the row shows it already. */
  hideLabel?: boolean;
  className?: string;
  inputRef?: RefCallback<HTMLSelectElement>;
};

/** A closed list of more than so many options is made of one or two: making them all takes longer than the page. */
const MADE_AT_ONCE = 50;

/** A choice from a list. All options of a long one are made once it has the focus or is opened. */
export function SelectBox(props: SelectBoxProps) {
  const { value, options, onChange } = props;
  const [isReached, setReached] = useState(false);
  const made = isReached || options.length <= MADE_AT_ONCE ? options : shownClosed(options, value);
  const early = useChosenEarly((select: HTMLSelectElement) => select.value, value, onChange);
  const reach = () => setReached(true);
  return (
    <Field {...props}>
      {(control) => (
        <select
          {...control}
          ref={(select) => {
            early.current = select;
            props.inputRef?.(select);
          }}
          name={props.name}
          autoComplete="off"
          value={value}
          disabled={props.isDisabled}
          onChange={({ target }) => onChange(target.value)}
          onBlur={props.onBlur}
          onFocus={reach}
          onPointerDown={reach}
          className="select-box"
        >
          {made.some((option) => option.value === value) ? null : (
            <option value={value} hidden>
              Choose one
            </option>
          )}
          {made.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** What is chosen, which the closed box shows, and an option in any case: a list without any does not open. */
function shownClosed(options: readonly SelectOption[], value: string): readonly SelectOption[] {
  return options.filter((option, index) => index === 0 || option.value === value);
}
