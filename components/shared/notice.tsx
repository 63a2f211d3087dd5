import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";

const LOOKS = {
  info: { icon: Info, className: "bg-accent-soft text-accent-soft-foreground" },
  success: { icon: CircleCheck, className: "bg-success-soft text-success-soft-foreground" },
  warning: { icon: TriangleAlert, className: "bg-warning-soft text-warning-soft-foreground" },
  danger: { icon: TriangleAlert, className: "bg-danger-soft text-danger-soft-foreground" },
} as const;

type NoticeProps = {
  tone: keyof typeof LOOKS;
  children: ReactNode;
  role?: "alert" | "status";
  className?: string;
};

/** A short message within the page. */
export function Notice({ tone, children, role, className }: NoticeProps) {
  const { icon: Icon, className: look } = LOOKS[tone];
  return (
    <div
      {...(role === undefined ? {} : { role })}
      className={cn("flex items-start gap-2 rounded-lg px-3 py-2 text-sm", look, className)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  );
}
