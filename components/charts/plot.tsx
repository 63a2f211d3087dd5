import { cn } from "@/components/ui/class-names";
import {
  BOX,
  type ChartModel,
  type ChartSeries,
  heightOf,
  highestOf,
  niceTop,
  pathOf,
  piecesOf,
  shareOf,
  type TimeWindow,
  valueAt,
} from "./chart-series";
import { axisText, valueText } from "./chart-words";

type PlotProps = {
  chart: ChartModel;
  window: TimeWindow;
  /** The moment whose figures the legend shows; null: the newest. */
  cursorMs: number | null;
  /** Where a line is drawn across: what somebody did. */
  marksMs: readonly number[];
  height: number;
};

/**
 * One chart of a timeline. It needs no script: the picture is stretched to its place and the words stand beside it, so
 * that it can be printed. Gaps stay gaps.
 */
export function Plot({ chart, window, cursorMs, marksMs, height }: PlotProps) {
  const top = niceTop(highestOf(chart.series), chart.unit);
  return (
    <figure className="min-w-0" data-chart={chart.id}>
      <figcaption className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 pl-12">
        <span className="text-xs font-medium" title={chart.says}>
          {chart.title}
        </span>
        <Legend chart={chart} cursorMs={cursorMs} />
      </figcaption>
      <div className="flex" style={{ height }}>
        <div aria-hidden className="figures relative w-12 shrink-0 text-[0.6875rem] text-muted">
          {[1, 0.5, 0].map((share) => (
            <span
              key={share}
              className="absolute right-2 -translate-y-1/2 whitespace-nowrap leading-none"
              style={{ top: `${(1 - share) * 100}%` }}
            >
              {share === 0.5 && top === 1 ? "" : axisText(top * share, chart.unit)}
            </span>
          ))}
        </div>
        <div className="relative min-w-0 flex-1 border-b border-border">
          <svg
            aria-hidden
            className="absolute inset-0 size-full overflow-hidden"
            viewBox={`0 0 ${BOX.width} ${BOX.height}`}
            preserveAspectRatio="none"
          >
            <Grid />
            <Bars series={chart.series} window={window} top={top} />
            {chart.series
              .filter(({ shape }) => shape !== "bars")
              .map((one) => (
                <Line key={one.key} series={one} window={window} top={top} />
              ))}
          </svg>
          {marksMs.map((atMs) => (
            <Upright key={atMs} share={shareOf(atMs, window)} isMark />
          ))}
          {cursorMs === null ? null : <Upright share={shareOf(cursorMs, window)} />}
        </div>
      </div>
    </figure>
  );
}

/** Names each line, shows its colour, and its figure at the cursor. */
function Legend({ chart: { series, unit }, cursorMs }: Pick<PlotProps, "chart" | "cursorMs">) {
  return (
    <ul className="figures flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-muted">
      {series.map((one) => {
        const value = cursorMs === null ? newestOf(one) : valueAt(one, cursorMs);
        return (
          <li key={one.key} className="flex items-center gap-1.5">
            <span
              aria-hidden
              className={cn(
                "shrink-0",
                one.shape === "bars" ? "size-2 rounded-xs" : "w-3 border-t-2",
              )}
              style={
                one.shape === "bars"
                  ? { background: one.colour }
                  : {
                      borderColor: one.colour,
                      borderStyle: one.shape === "limit" ? "dashed" : "solid",
                    }
              }
            />
            {one.label}
            <span className="min-w-6 font-medium text-foreground">
              {value === null ? "–" : valueText(value, unit)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function newestOf({ values }: ChartSeries): number | null {
  return values.findLast((value) => value !== null) ?? null;
}

function Grid() {
  return [0.5, 0].map((share) => (
    <line
      key={share}
      x1={0}
      x2={BOX.width}
      y1={share * BOX.height}
      y2={share * BOX.height}
      stroke="var(--separator)"
      strokeWidth={1}
      vectorEffect="non-scaling-stroke"
    />
  ));
}

type ShapeProps = { series: ChartSeries; window: TimeWindow; top: number };

function Line({ series, window, top }: ShapeProps) {
  const pieces = piecesOf(series, window, top);
  return (
    <g>
      {series.shape === "area" ? (
        <path
          d={pieces.map((piece) => pathOf(piece, true)).join("")}
          fill={series.colour}
          fillOpacity={0.14}
        />
      ) : null}
      <path
        d={pieces.map((piece) => pathOf(piece)).join("")}
        fill="none"
        stroke={series.colour}
        strokeWidth={series.shape === "limit" ? 1.5 : 2}
        strokeLinejoin="round"
        strokeDasharray={series.shape === "limit" ? "5 4" : undefined}
        vectorEffect="non-scaling-stroke"
      />
    </g>
  );
}

type BarsProps = { series: readonly ChartSeries[]; window: TimeWindow; top: number };

/** Bars that stand on each other, in the order of the legend. */
function Bars({ series, window, top }: BarsProps) {
  const bars = series.filter(({ shape }) => shape === "bars");
  const below: number[] = [];
  return bars.map((one) => (
    <g key={one.key} fill={one.colour}>
      {one.values.map((value, index) => {
        const from = below[index] ?? 0;
        below[index] = from + (value ?? 0);
        if (value === null || value <= 0) return null;
        const atMs = one.fromMs + index * one.stepMs;
        const x = shareOf(atMs, window) * BOX.width;
        const width = (one.stepMs / Math.max(1, window.untilMs - window.fromMs)) * BOX.width;
        const y = heightOf(from + value, top);
        return (
          <rect
            key={atMs}
            x={x + width * 0.1}
            width={width * 0.8}
            y={y}
            height={heightOf(from, top) - y}
          />
        );
      })}
    </g>
  ));
}

function Upright({ share, isMark = false }: { share: number; isMark?: boolean }) {
  if (share < 0 || share > 1) return null;
  return (
    <span
      aria-hidden
      className={cn(
        "pointer-events-none absolute inset-y-0 border-l",
        isMark ? "border-dashed border-muted/60" : "border-foreground/70",
      )}
      style={{ left: `${share * 100}%` }}
    />
  );
}
