import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

type PageHeaderProps = {
  title: string;
  description?: ReactNode;
  parent?: { label: string; href: string };
  actions?: ReactNode;
};

export function PageHeader({ title, description, parent, actions }: PageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {parent === undefined ? null : (
          <nav aria-label="Breadcrumb" className="mb-1 flex items-center gap-1 text-xs text-muted">
            <Link href={parent.href} className="rounded-sm hover:text-foreground hover:underline">
              {parent.label}
            </Link>
            <ChevronRight aria-hidden className="size-3" />
          </nav>
        )}
        <h1 className="text-xl leading-7 font-semibold tracking-tight text-balance">{title}</h1>
        {description === undefined ? null : (
          <p className="mt-0.5 max-w-prose text-sm wrap-anywhere text-muted">{description}</p>
        )}
      </div>
      {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
