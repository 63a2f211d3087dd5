import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";

type PanelProps = {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** True when the content brings its own padding, as tables do. */
  flush?: boolean;
  className?: string;
};

/** A titled surface; pages are made of these. */
export function Panel({ title, description, actions, children, flush, className }: PanelProps) {
  return (
    <section
      data-slot="panel"
      className={cn("min-w-0 rounded-3xl bg-surface shadow-surface", className)}
    >
      {title === undefined ? null : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-separator px-4 py-3">
          <div className="min-w-0">
            <h2 className="text-sm font-semibold">{title}</h2>
            {description === undefined ? null : (
              <p className="mt-0.5 text-xs text-muted">{description}</p>
            )}
          </div>
          {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      <div className={flush === true ? "overflow-hidden rounded-b-3xl" : "p-4"}>{children}</div>
    </section>
  );
}
