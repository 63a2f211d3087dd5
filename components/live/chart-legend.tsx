export type LegendEntry = {
  readonly label: string;
  readonly colour: string;
  readonly isDashed?: boolean;
};

/** Names each line of a chart and shows its colour. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {entries.map(({ label, colour, isDashed }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className="w-4 border-t-2"
            style={{ borderColor: colour, borderStyle: isDashed === true ? "dashed" : "solid" }}
          />
          {label}
        </li>
      ))}
    </ul>
  );
}
