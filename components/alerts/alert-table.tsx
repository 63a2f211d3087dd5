import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { Moment } from "@/components/shared/moment";
import { Chip } from "@/components/ui/chip";
import type { AlertView } from "@/lib/services/sites/alert/list-alerts";
import { SEVERITY_LABELS } from "./labels";

const STATES = {
  waiting: ["Pending", "default"],
  open: ["Open", "warning"],
  resolved: ["Resolved", "success"],
  notified: ["Notified", "default"],
} as const;

const COLUMNS: readonly DataColumn<AlertView>[] = [
  {
    key: "alert",
    header: "Alert",
    cell: ({ summary, count, since }) => (
      <span className="flex min-w-0 flex-col">
        <span className="font-medium break-words">
          {summary}
          {count > 1 ? <span className="text-muted"> · {count} times</span> : null}
        </span>
        <Moment at={since} className="text-xs text-muted md:hidden" />
      </span>
    ),
  },
  { key: "rule", header: "Rule", wideOnly: true, cell: ({ ruleName }) => ruleName },
  {
    key: "severity",
    header: "Severity",
    wideOnly: true,
    cell: ({ severity }) => SEVERITY_LABELS[severity],
  },
  {
    key: "since",
    header: "Since",
    wideOnly: true,
    cell: ({ since }) => <Moment at={since} className="text-muted" />,
  },
  {
    key: "state",
    header: "State",
    align: "end",
    cell: ({ state, severity }) => {
      const [text, color] = STATES[state];
      const isBad = state === "open" && severity === "critical";
      return (
        <Chip size="sm" variant="soft" color={isBad ? "danger" : color}>
          {text}
        </Chip>
      );
    },
  },
];

/** Alerts, each with its state. */
export function AlertTable({ alerts }: { alerts: readonly AlertView[] }) {
  return (
    <DataTable caption="Alerts" columns={COLUMNS} rows={alerts} rowKey={({ id }) => id} isPlain />
  );
}
