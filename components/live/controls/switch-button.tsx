"use client";

import { Description, Switch } from "@heroui/react";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type SwitchButtonProps = {
  icon: LucideIcon;
  label: string;
  /** What it means as it is. */
  says: ReactNode;
  isOn: boolean;
  isDisabled: boolean;
  onPress: () => void;
};

/** Something about the line that is on or off, and takes effect at once. */
export function SwitchButton({
  icon: Icon,
  label,
  says,
  isOn,
  isDisabled,
  onPress,
}: SwitchButtonProps) {
  return (
    <Switch isSelected={isOn} isDisabled={isDisabled} onChange={onPress} className="w-full py-1">
      <Switch.Content className="w-full justify-between gap-3">
        <span className="flex items-center gap-2 text-sm font-medium">
          <Icon aria-hidden className="size-4 shrink-0 text-muted" />
          {label}
        </span>
        <Switch.Control>
          <Switch.Thumb />
        </Switch.Control>
      </Switch.Content>
      <Description className="pl-6 text-xs">{says}</Description>
    </Switch>
  );
}
