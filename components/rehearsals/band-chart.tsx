import { niceTop } from "@/components/charts/chart-series";
import { axisText, valueText } from "@/components/charts/chart-words";
import { cn } from "@/components/ui/class-names";

/** One line over minutes, with the range around it where there is one. */
export type Band = {
  readonly key: string;
  readonly label: string;
  /** A CSS colour. */
  readonly colour: string;
  readonly isDashed?: boolean;
  readonly points: readonly {
    readonly x: number;
    readonly value: number;
    readonly low?: number;
    readonly high?: number;
  }[];
};

type BandChartProps = {
  title: string;
  unit: "count" | "seconds";
  bands: readonly Band[];
  /** Words for a place on the axis below: `12 min`. */
  xText: (x: number) => string;
  height?: number;
};

const BOX = { width: 1_000, height: 100 };
const TICKS = 5;

/** Lines with their ranges over time. It needs no script, so it prints; a table beside it has the same figures. */
export function BandChart({ title, unit, bands, xText, height = 160 }: BandChartProps) {
  const all = bands.flatMap(({ points }) => points);
  const [from, until] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  const highest = all.reduce((most, { value, high }) => Math.max(most, high ?? value), 0);
  const top = niceTop(highest, unit);
  const place: Place = {
    x: (x) => (until === from ? 0 : ((x - from) / (until - from)) * BOX.width),
    y: (value) => BOX.height * (1 - value / top),
  };
  return (
    <figure className="min-w-0" data-chart={title}>
      <figcaption className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 pl-12">
        <span className="text-xs font-medium">{title}</span>
        <Legend bands={bands} unit={unit} />
      </figcaption>
      <div className="flex" style={{ height }}>
        <YAxis top={top} unit={unit} />
        <div className="relative min-w-0 flex-1 border-b border-border">
          <svg
            aria-hidden
            className="absolute inset-0 size-full overflow-hidden"
            viewBox={`0 0 ${BOX.width} ${BOX.height}`}
            preserveAspectRatio="none"
          >
            {[0, 50].map((y) => (
              <line key={y} x1={0} x2={BOX.width} y1={y} y2={y} className="stroke-separator" />
            ))}
            {bands.map((band) => (
              <BandShape key={band.key} band={band} place={place} />
            ))}
          </svg>
        </div>
      </div>
      <div aria-hidden className="figures relative mt-1 ml-12 h-4 text-[0.6875rem] text-muted">
        {Array.from({ length: TICKS }, (_, index) => index / (TICKS - 1)).map((share) => (
          <span
            key={share}
            className={cn(
              "absolute whitespace-nowrap",
              share === 1 && "-translate-x-full",
              share > 0 && share < 1 && "-translate-x-1/2",
              (share === 0.25 || share === 0.75) && "hidden sm:inline",
            )}
            style={{ left: `${share * 100}%` }}
          >
            {xText(from + share * (until - from))}
          </span>
        ))}
      </div>
    </figure>
  );
}

type Place = { readonly x: (x: number) => number; readonly y: (value: number) => number };

function BandShape({ band: { points, colour, isDashed }, place }: { band: Band; place: Place }) {
  const at = (x: number, value: number) => `${place.x(x).toFixed(1)} ${place.y(value).toFixed(2)}`;
  const upper = points.flatMap(({ x, high }) => (high === undefined ? [] : at(x, high)));
  const lower = points.flatMap(({ x, low }) => (low === undefined ? [] : at(x, low)));
  const range = [...upper, ...lower.reverse()].join("L");
  return (
    <>
      {range === "" ? null : <path d={`M${range}Z`} fill={colour} fillOpacity={0.18} />}
      <path
        d={`M${points.map(({ x, value }) => at(x, value)).join("L")}`}
        fill="none"
        stroke={colour}
        strokeWidth={2}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        {...(isDashed === true ? { strokeDasharray: "5 4" } : {})}
      />
    </>
  );
}

function YAxis({ top, unit }: { top: number; unit: BandChartProps["unit"] }) {
  return (
    <div aria-hidden className="figures relative w-12 shrink-0 text-[0.6875rem] text-muted">
      {[1, 0.5, 0].map((share) => (
        <span
          key={share}
          className="absolute right-2 -translate-y-1/2 leading-none whitespace-nowrap"
          style={{ top: `${(1 - share) * 100}%` }}
        >
          {axisText(top * share, unit)}
        </span>
      ))}
    </div>
  );
}

/** Names each line, with its colour and its highest figure. */
function Legend({ bands, unit }: Pick<BandChartProps, "bands" | "unit">) {
  return (
    <ul className="figures flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-muted">
      {bands.map(({ key, label, colour, isDashed, points }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className="w-3 shrink-0 border-t-2"
            style={{ borderColor: colour, borderStyle: isDashed === true ? "dashed" : "solid" }}
          />
          {label}, at most{" "}
          <span className="font-medium text-foreground">
            {valueText(
              points.reduce((most, { value }) => Math.max(most, value), 0),
              unit,
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
