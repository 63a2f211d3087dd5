import { formatNumber } from "@/components/shared/format";
import type { CustomerLimits } from "@/lib/domain/event/standing";

type LimitListProps = {
  limits: CustomerLimits;
  events: number;
  openEvents: number;
};

/** What the installation allows the customer, and how many events there are. Nobody changes it here. */
export function LimitList({ limits, events, openEvents }: LimitListProps) {
  const { maxEvents, maxOutflowPerMinute, maxWaiting } = limits;
  const rows = [
    {
      label: "Events",
      value: atMost(maxEvents),
      note: `${formatNumber(events)} now, ${formatNumber(openEvents)} of them open.`,
    },
    {
      label: "Outflow per event",
      value: atMost(maxOutflowPerMinute, " per minute"),
      note:
        maxOutflowPerMinute === null
          ? "No limit per event."
          : "Higher event outflows are capped at this.",
    },
    {
      label: "Waiting visitors",
      value: atMost(maxWaiting),
      note:
        maxWaiting === null
          ? "Across all events."
          : "Across all events. Further visitors see that the line is full.",
    },
  ];
  return (
    <dl className="-my-3 divide-y divide-separator">
      {rows.map(({ label, value, note }) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
          <dt className="text-sm font-medium">{label}</dt>
          <dd className="figures text-sm">{value}</dd>
          <dd className="mt-0.5 w-full text-xs text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

function atMost(limit: number | null, unit = ""): string {
  return limit === null ? "No limit" : `At most ${formatNumber(limit)}${unit}`;
}
