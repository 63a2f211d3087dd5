import { formatNumber } from "@/components/shared/format";

type UsesBarProps = { used: number; left: number };

/** How many uses were made, and how many are left; those of revoked codes count for neither. */
export function UsesBar({ used, left }: UsesBarProps) {
  const all = used + left;
  const share = all === 0 ? 0 : used / all;
  return (
    <div className="flex min-w-24 max-w-56 flex-col gap-1">
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-surface-tertiary">
        <div
          className="h-full rounded-full bg-chart-admitted"
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <span className="figures flex justify-between gap-2 text-xs text-muted">
        <span>
          <span className="text-foreground">{formatNumber(used)}</span> used
        </span>
        <span>{formatNumber(left)} left</span>
      </span>
    </div>
  );
}
