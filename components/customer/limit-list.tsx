import { formatNumber } from "@/components/shared/format";
import type { CustomerLimits } from "@/lib/domain/event/standing";

type LimitListProps = {
  limits: CustomerLimits;
  events: number;
  openEvents: number;
};

/** What the installation allows the customer, and how many events there are. Nobody changes it here. */
export function LimitList({ limits, events, openEvents }: LimitListProps) {
  const rows = [
    {
      label: "Events",
      value: most(limits.maxEvents),
      note: `${formatNumber(events)} now, ${formatNumber(openEvents)} of them open.`,
    },
    {
      label: "Outflow of an event",
      value: perMinute(limits.maxOutflowPerMinute),
      note: "More that was set before is in force up to the limit.",
    },
    {
      label: "People waiting",
      value: most(limits.maxWaiting),
      note: "At all events together. Beyond it newcomers read that the line is full.",
    },
  ];
  return (
    <dl className="flex flex-col gap-4">
      {rows.map(({ label, value, note }) => (
        <div key={label} className="min-w-0">
          <dt className="mb-1 text-sm font-medium">{label}</dt>
          <dd>
            <p className="text-sm tabular-nums">{value}</p>
            <p className="mt-1 text-xs text-muted">{note}</p>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function most(limit: number | null): string {
  return limit === null ? "No limit" : `At most ${formatNumber(limit)}`;
}

function perMinute(limit: number | null): string {
  return limit === null ? "No limit" : `At most ${formatNumber(limit)} per minute`;
}
