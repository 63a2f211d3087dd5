import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { formatNumber } from "@/components/shared/format";
import { type ChartPoint, formatStep } from "./series";

const number = (value: number) => <span className="figures">{formatNumber(value)}</span>;

const COLUMNS: readonly DataColumn<ChartPoint>[] = [
  {
    key: "at",
    header: "Time (UTC)",
    cell: (point) => <span className="figures">{formatStep(point.atMs)}</span>,
  },
  {
    key: "admitted",
    header: "Admitted per minute",
    align: "end",
    cell: (point) => number(point.admittedPerMinute),
  },
  {
    key: "joined",
    header: "Joined per minute",
    align: "end",
    cell: (point) => number(point.joinedPerMinute),
  },
  { key: "waiting", header: "Waiting", align: "end", cell: (point) => number(point.waiting) },
];

/** The same figures as the charts, newest first. */
export function ChartTable({ points }: { points: readonly ChartPoint[] }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
      tabIndex={0}
      aria-label="Figures of the last 15 minutes"
      className="max-h-[25.5rem] overflow-auto outline-none focus-visible:focus-ring"
    >
      <DataTable
        caption="The last 15 minutes in steps of 15 seconds"
        columns={COLUMNS}
        rows={points.toReversed()}
        rowKey={(point) => String(point.atMs)}
      />
    </section>
  );
}
