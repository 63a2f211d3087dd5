import { Skeleton } from "@/components/ui/skeleton";

const WIDTHS = ["w-40", "w-28", "w-36", "w-24", "w-32"];

/** The shape of a table that is being loaded. */
export function TableSkeleton({ rows = 5, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <div aria-hidden className="overflow-hidden rounded-3xl bg-surface shadow-surface">
      <div className="h-8 border-b border-separator bg-surface-secondary" />
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <div
          key={row}
          className="flex h-11 items-center gap-8 border-b border-separator px-4 last:border-0"
        >
          {WIDTHS.slice(0, columns).map((width) => (
            <Skeleton key={width} className={`h-3.5 ${width}`} />
          ))}
        </div>
      ))}
    </div>
  );
}
