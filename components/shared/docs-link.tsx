import { BookOpen } from "lucide-react";
import { cn } from "@/components/ui/class-names";

type DocsLinkProps = {
  /** A page of `docs`, without its ending, and perhaps a heading: `draw`, `governor#off`. */
  page: string;
  /** What the page explains: `how a draw is checked`. */
  children: string;
  className?: string;
};

/** Leads to the page of the documentation that helps here, in a tab of its own. */
export function DocsLink({ page, children, className }: DocsLinkProps) {
  return (
    <a
      href={`/docs/${page}`}
      target="_blank"
      rel="noreferrer"
      className={cn("link-text inline-flex items-baseline gap-1 text-xs", className)}
    >
      <BookOpen aria-hidden className="size-3 shrink-0 translate-y-0.5" />
      {children}
    </a>
  );
}
