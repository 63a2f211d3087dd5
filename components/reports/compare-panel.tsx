import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { formatNumber } from "@/components/shared/format";
import { Panel } from "@/components/shared/panel";
import { type ComparedRow, type ComparedRun, compareRuns } from "@/lib/domain/figures/compare-runs";
import type { RunLine } from "@/lib/services/operation/report/list";
import { CompareChoice } from "./compare-choice";
import { percentText, underMinutes } from "./report-words";

/** One of two runs that stand side by side. */
export type RunBeside = { readonly run: number; readonly figures: ComparedRun };

type ComparePanelProps = {
  /** The other runs of the event. */
  choices: readonly RunLine[];
  /** The id of the chosen run; "" for none. */
  chosen: string;
  /** Null until another run is chosen. */
  sides: readonly [one: RunBeside, other: RunBeside] | null;
};

/** Another run of the event beside this one, figure by figure. */
export function ComparePanel({ choices, chosen, sides }: ComparePanelProps) {
  return (
    <Panel
      className={sides === null ? "print:hidden" : ""}
      title="Compare with another run"
      description="Figures side by side. Difference: this run minus the other."
      actions={<CompareChoice choices={choices} chosen={chosen} />}
      flush
    >
      {sides === null ? (
        <p className="p-4 text-sm text-muted">Choose a run of this event.</p>
      ) : (
        <DataTable
          isPlain
          caption={`Run ${sides[0].run} and run ${sides[1].run}`}
          columns={columnsOf(sides)}
          rows={compareRuns(sides[0].figures, sides[1].figures)}
          rowKey={({ figure }) => figure}
        />
      )}
    </Panel>
  );
}

const LABELS: Readonly<Record<ComparedRow["figure"], string>> = {
  arrived: "Arrivals",
  turnedAway: "Did not join",
  joined: "Joined",
  admitted: "Admitted",
  waiting: "Waiting at the end",
  left: "Left the line",
  noShows: "No-shows",
  removed: "Cancelled",
  abandonment: "Abandonment",
  peakWaiting: "Peak line",
  medianMinutes: "Median wait",
  slowestTenthMinutes: "p90 wait",
  longestMinutes: "Longest wait",
};

function columnsOf([one, other]: NonNullable<ComparePanelProps["sides"]>) {
  const figures = (
    header: string,
    text: (row: ComparedRow) => string,
  ): DataColumn<ComparedRow> => ({
    ...{ key: header, header, align: "end" },
    cell: (row) => <span className="figures whitespace-nowrap">{text(row)}</span>,
  });
  return [
    { key: "figure", header: "Figure", cell: ({ figure }: ComparedRow) => LABELS[figure] },
    figures(`Run ${one.run}`, ({ unit, ofThis }) => valueText(unit, ofThis)),
    figures(`Run ${other.run}`, ({ unit, ofOther }) => valueText(unit, ofOther)),
    figures("Difference", differenceText),
  ];
}

function valueText(unit: ComparedRow["unit"], value: number | null): string {
  if (value === null) return "–";
  if (unit === "minutes") return underMinutes(value);
  return unit === "share" ? percentText(value) : formatNumber(value);
}

function differenceText({ unit, difference, ofOther }: ComparedRow): string {
  if (difference === null) return "–";
  if (difference === 0) return "0";
  const sign = difference > 0 ? "+" : "−";
  const size = Math.abs(difference);
  if (unit === "minutes") return `${sign}${formatNumber(size)} min`;
  if (unit === "share") return `${sign}${(size * 100).toFixed(1)} points`;
  const share = ofOther === null || ofOther === 0 ? "" : ` (${sign}${percentText(size / ofOther)})`;
  return `${sign}${formatNumber(size)}${share}`;
}
