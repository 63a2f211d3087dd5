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
      label: "Outflow of an event",
      value: atMost(maxOutflowPerMinute, " per minute"),
      note:
        maxOutflowPerMinute === null
          ? "Each event may let in as many as you set."
          : "An event that is set to more lets in this many.",
    },
    {
      label: "People waiting",
      value: atMost(maxWaiting),
      note:
        maxWaiting === null
          ? "At all events together."
          : "At all events together. Whoever comes then reads that the line is full.",
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
