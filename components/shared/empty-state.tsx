import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  /** One sentence: what belongs here, and what it is good for. */
  children: ReactNode;
  action?: ReactNode;
};

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div data-slot="empty-state" className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-3 flex size-10 items-center justify-center rounded-3xl bg-surface-secondary text-muted shadow-surface">
        <Icon aria-hidden className="size-5" />
      </span>
      <h2 className="text-sm font-semibold">{title}</h2>
      <p className="mt-1 max-w-md text-sm text-pretty text-muted">{children}</p>
      {action === undefined ? null : <div className="mt-4">{action}</div>}
    </div>
  );
}
