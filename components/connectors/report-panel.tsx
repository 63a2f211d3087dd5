import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { formatNumber } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import type { EventReports } from "@/lib/services/sites/connector/list-reports";

function shownCount(value: number, isAlarming = false) {
  const look = isAlarming && value > 0 ? "font-medium text-danger" : "";
  return <span className={`tabular-nums ${look}`}>{formatNumber(value)}</span>;
}

const COLUMNS: readonly DataColumn<EventReports>[] = [
  {
    key: "event",
    header: "Event",
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  { key: "used", header: "Admitted", align: "end", cell: ({ used }) => shownCount(used) },
  {
    key: "refused",
    header: "Reused passes refused",
    align: "end",
    cell: ({ refused }) => shownCount(refused),
  },
  {
    key: "fail-open",
    header: "Failed open",
    align: "end",
    cell: ({ failOpen }) => shownCount(failOpen, true),
  },
  {
    key: "at",
    header: "Last report",
    align: "end",
    wideOnly: true,
    cell: ({ reportedAt }) => <Moment at={reportedAt} className="whitespace-nowrap text-muted" />,
  },
];

type ReportPanelProps = {
  /** Null while nobody can tell. */
  reports: readonly EventReports[] | null;
};

/** What connectors have reported; renders nothing where none reports. */
export function ReportPanel({ reports }: ReportPanelProps) {
  if (reports === null || reports.length === 0) return null;
  return (
    <Panel
      title="Connector reports"
      description="Passes admitted, reused passes refused, and visitors let through because a connector failed open."
      flush
    >
      <DataTable
        caption="Reports by event"
        columns={COLUMNS}
        rows={reports}
        rowKey={({ eventId }) => eventId}
      />
    </Panel>
  );
}
