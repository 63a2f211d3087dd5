import { HEIGHT, sparkPath, WIDTH } from "./spark-path";

type SparklineProps = {
  /** Oldest first; null where nothing is known, which leaves a gap. */
  values: readonly (number | null)[];
  /** What it shows, for those who do not see it: `Waiting in the last hour`. */
  label: string;
};

/** A small line of how a figure went. Its scale begins at zero, so that lines beside each other can be compared by shape only. */
export function Sparkline({ values, label }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  const last = known.at(-1);
  const words =
    last === undefined
      ? `${label}: no data yet`
      : `${label}: now ${last}, peak ${Math.max(...known)}`;
  return (
    <svg
      role="img"
      aria-label={words}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-6 w-24 overflow-visible text-chart-waiting"
    >
      <path
        d={`M0 ${HEIGHT - 0.5}H${WIDTH}`}
        className="stroke-separator"
        strokeWidth="1"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={sparkPath(values)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
