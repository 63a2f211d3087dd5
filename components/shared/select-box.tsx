"use client";

import { Description, FieldError, Label, ListBox, Select } from "@heroui/react";
import { type ReactNode, type Ref, useState } from "react";

export type SelectOption = { readonly value: string; readonly label: string };

type SelectBoxProps = {
  label: string;
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
  triggerRef?: Ref<HTMLButtonElement>;
};

/** A closed list of more than so many options is made of one or two: making them all takes longer than the page. */
const MADE_AT_ONCE = 50;

/** A choice from a list. All options of a long one are made once it has the focus or is opened. */
export function SelectBox(props: SelectBoxProps) {
  const { label, value, options, onChange, description, error, hideLabel } = props;
  const [isReached, setReached] = useState(false);
  const made = isReached || options.length <= MADE_AT_ONCE ? options : shownClosed(options, value);
  return (
    <Select
      fullWidth
      value={value === "" ? null : value}
      onChange={(key) => {
        if (typeof key === "string") onChange(key);
      }}
      onFocus={() => setReached(true)}
      onOpenChange={() => setReached(true)}
      isInvalid={error !== undefined}
      isDisabled={props.isDisabled ?? false}
      className={props.className ?? ""}
      {...(props.onBlur === undefined ? {} : { onBlur: props.onBlur })}
    >
      <Label className={hideLabel === true ? "sr-only" : ""}>{label}</Label>
      <Select.Trigger ref={props.triggerRef ?? null} className="h-auto min-h-9">
        <Select.Value className="whitespace-normal break-words text-start" />
        <Select.Indicator />
      </Select.Trigger>
      {description === undefined ? null : <Description>{description}</Description>}
      <FieldError>{error}</FieldError>
      <Select.Popover>
        <ListBox items={made}>
          {(option) => (
            <ListBox.Item id={option.value} textValue={option.label}>
              {option.label}
              <ListBox.ItemIndicator />
            </ListBox.Item>
          )}
        </ListBox>
      </Select.Popover>
    </Select>
  );
}

/** What is chosen, which the closed box shows, and an option in any case: a list without any does not open. */
function shownClosed(options: readonly SelectOption[], value: string): readonly SelectOption[] {
  return options.filter((option, index) => index === 0 || option.value === value);
}
