import type { ReactNode } from "react";

type MetricProps = {
  label: string;
  value: ReactNode;
  /** Stands after the value: what is counted. */
  unit?: string;
  detail?: ReactNode;
};

/** One live figure. All digits are equally wide, so that nothing jumps; words that need it take a second line. */
export function Metric({ label, value, unit, detail }: MetricProps) {
  return (
    <div data-slot="metric" className="flex min-w-0 flex-col gap-0.5 p-4">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="figures text-2xl leading-8 font-semibold tracking-tight">
        {value}
        {unit === undefined ? null : (
          <span className="ml-1 text-sm font-normal tracking-normal text-muted">{unit}</span>
        )}
      </dd>
      <dd className="figures min-h-4 text-xs text-muted">{detail}</dd>
    </div>
  );
}
