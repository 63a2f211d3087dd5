import { formatNumber } from "@/components/shared/format";

type UsesBarProps = { used: number; left: number };

/** How many uses were made, and how many are left; those of revoked codes count for neither. */
export function UsesBar({ used, left }: UsesBarProps) {
  const all = used + left;
  const share = all === 0 ? 0 : used / all;
  return (
    <div className="flex min-w-20 max-w-56 flex-col gap-1 sm:min-w-40">
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-surface-tertiary">
        <div
          className="h-full rounded-full bg-chart-admitted"
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <span className="figures flex flex-wrap justify-between gap-x-2 text-xs whitespace-nowrap text-muted">
        <span>
          <span className="text-foreground">{formatNumber(used)}</span> used
        </span>
        <span>{formatNumber(left)} left</span>
      </span>
    </div>
  );
}
