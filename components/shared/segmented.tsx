"use client";

import { ToggleButton, ToggleButtonGroup } from "@heroui/react";
import type { ReactNode } from "react";
import { cn } from "./class-names";

type SegmentedProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: ReactNode }[];
  onChange: (value: Value) => void;
  className?: string;
};

/** One of a few, all of them in sight. Arrow keys move between them. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, options, onChange, className } = props;
  return (
    <ToggleButtonGroup
      aria-label={label}
      size="sm"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys.has(option.value));
        if (chosen !== undefined) onChange(chosen.value);
      }}
      className={cn("max-w-full overflow-x-auto", className)}
    >
      {options.map((option, index) => (
        <ToggleButton key={option.value} id={option.value}>
          {index === 0 ? null : <ToggleButtonGroup.Separator />}
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
