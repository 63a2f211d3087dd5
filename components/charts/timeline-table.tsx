import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { type ChartModel, type TimeWindow, valueAt } from "./chart-series";
import { momentText, valueText, zoneText } from "./chart-words";
import type { ChartMark } from "./mark-row";

type TimelineTableProps = {
  charts: readonly ChartModel[];
  marks: readonly ChartMark[];
  window: TimeWindow;
  stepMs: number;
  timeZone: string;
};

type Row = { readonly atMs: number; readonly done: readonly string[] };

/** The same figures as the charts, newest first, with what was done in each step. */
export function TimelineTable({ charts, marks, window, stepMs, timeZone }: TimelineTableProps) {
  const steps = Math.ceil((window.untilMs - window.fromMs) / stepMs);
  const rows = Array.from({ length: steps }, (_, index): Row => {
    const atMs = window.fromMs + index * stepMs;
    const isInside = (mark: ChartMark) => mark.atMs >= atMs && mark.atMs < atMs + stepMs;
    return { atMs, done: marks.filter(isInside).map(({ sentence }) => sentence) };
  });
  const columns: DataColumn<Row>[] = [
    {
      key: "at",
      header: `Time (${zoneText(window.untilMs, timeZone)})`,
      cell: ({ atMs }) => (
        <span className="figures whitespace-nowrap">
          {momentText(atMs, stepMs, window, timeZone)}
        </span>
      ),
    },
    ...charts.flatMap(({ series, unit }) =>
      series.map((one): DataColumn<Row> => {
        const text = (atMs: number) => {
          const value = valueAt(one, atMs);
          return value === null ? "–" : valueText(value, unit);
        };
        return {
          key: one.key,
          header: one.label,
          align: "end",
          cell: ({ atMs }) => <span className="figures">{text(atMs)}</span>,
        };
      }),
    ),
    { key: "done", header: "Changes", cell: ({ done }) => done.join("; ") },
  ];
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
      tabIndex={0}
      aria-label="Timeline figures"
      className="max-h-[32rem] overflow-auto outline-none focus-visible:focus-ring"
    >
      <DataTable
        caption="Chart figures by time, newest first"
        columns={columns}
        rows={rows.toReversed()}
        rowKey={({ atMs }) => String(atMs)}
      />
    </section>
  );
}
