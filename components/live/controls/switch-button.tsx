import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Switch } from "@/components/ui/switch";

type SwitchButtonProps = {
  icon: LucideIcon;
  label: string;
  /** What it means as it is. */
  says: ReactNode;
  isOn: boolean;
  isDisabled: boolean;
  onClick: () => void;
};

/** Something about the line that is on or off, and takes effect at once. */
export function SwitchButton({
  icon: Icon,
  label,
  says,
  isOn,
  isDisabled,
  onClick,
}: SwitchButtonProps) {
  return (
    <Switch
      isOn={isOn}
      isDisabled={isDisabled}
      onChange={onClick}
      isAtEnd
      description={<span className="block pl-6">{says}</span>}
      className="w-full py-1"
    >
      <span className="flex items-center gap-2">
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        {label}
      </span>
    </Switch>
  );
}
