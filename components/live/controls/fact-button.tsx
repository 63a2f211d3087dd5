import { ChevronRight, type LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";

type FactButtonProps = {
  icon: LucideIcon;
  label: string;
  /** As it is now. */
  value: string;
  isDisabled: boolean;
  onClick: () => void;
};

/** Something about the line with its value, which opens where it is changed. */
export function FactButton({ icon: Icon, label, value, isDisabled, onClick }: FactButtonProps) {
  return (
    <Button
      variant="ghost"
      fullWidth
      isDisabled={isDisabled}
      onClick={onClick}
      className="-mx-2 w-[calc(100%+1rem)] justify-start gap-2 px-2"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="text-sm font-medium">{label}</span>
      <span className="figures ml-auto text-sm font-normal text-muted">{value}</span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </Button>
  );
}
