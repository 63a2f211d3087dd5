import { type ReactNode, type Ref, useId } from "react";
import { cn } from "./class-names";
import { FieldNote } from "./field";
import { useChosenEarly } from "./use-chosen-early";

export type RadioOption = {
  readonly value: string;
  readonly label: ReactNode;
  readonly description?: ReactNode;
};

type RadioGroupProps = {
  label: ReactNode;
  name?: string;
  value: string;
  options: readonly RadioOption[];
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  isDisabled?: boolean | undefined;
  /** What is chosen gets the focus of a page that was just opened. */
  autoFocus?: boolean;
  /** Of the options. */
  className?: string;
  optionClassName?: string;
  firstRef?: Ref<HTMLInputElement>;
};

/** One of a few, all of them in sight. */
export function RadioGroup(props: RadioGroupProps) {
  const { label, value, options, onChange, error, isDisabled } = props;
  const id = useId();
  const early = useChosenEarly(chosenIn, value, onChange);
  return (
    <div
      ref={early}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={error === undefined ? undefined : `${id}-note`}
      aria-invalid={error === undefined ? undefined : true}
      className="flex flex-col gap-2"
    >
      <span id={`${id}-label`} data-slot="label" className="label">
        {label}
      </span>
      <div className={props.className ?? "flex flex-col gap-2"}>
        {options.map((option, index) => (
          <div key={option.value} className={cn("relative min-w-0", props.optionClassName)}>
            <label className="choice">
              <input
                type="radio"
                className="choice__dot"
                autoComplete="off"
                // biome-ignore lint/a11y/noAutofocus: only where the first question of a page says so.
                autoFocus={props.autoFocus === true && option.value === value}
                ref={index === 0 ? props.firstRef : undefined}
                name={props.name ?? id}
                value={option.value}
                checked={option.value === value}
                disabled={isDisabled}
                onChange={() => onChange(option.value)}
                onBlur={props.onBlur}
                aria-describedby={
                  option.description === undefined ? undefined : `${id}-${option.value}`
                }
              />
              {option.label}
            </label>
            {option.description === undefined ? null : (
              <div id={`${id}-${option.value}`} className="description ps-7 pt-1">
                {option.description}
              </div>
            )}
          </div>
        ))}
      </div>
      <FieldNote id={`${id}-note`} description={undefined} error={error} />
    </div>
  );
}

/** The value of the choice that is made in a group of radios; undefined while none is. */
export function chosenIn(group: HTMLDivElement): string | undefined {
  return group.querySelector<HTMLInputElement>("input:checked")?.value;
}
