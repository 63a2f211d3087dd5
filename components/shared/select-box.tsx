"use client";

import { Description, FieldError, Label, ListBox, Select } from "@heroui/react";
import type { ReactNode, Ref } from "react";

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

export function SelectBox(props: SelectBoxProps) {
  const { label, value, options, onChange, description, error, hideLabel } = props;
  return (
    <Select
      fullWidth
      value={value === "" ? null : value}
      onChange={(key) => {
        if (typeof key === "string") onChange(key);
      }}
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
        <ListBox items={options}>
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
