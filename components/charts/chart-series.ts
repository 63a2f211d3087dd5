/** One line, area or stack of bars of a chart: a value for each step of time, null where there is a gap. */
export type ChartSeries = {
  readonly key: string;
  readonly label: string;
  /** A CSS colour. */
  readonly colour: string;
  /** `limit` is a dashed line that changes at once, as a setting does. Bars of one chart stand on each other. */
  readonly shape: "area" | "line" | "limit" | "bars";
  readonly fromMs: number;
  readonly stepMs: number;
  readonly values: readonly (number | null)[];
};

/** One chart of several that share their time. */
export type ChartModel = {
  readonly id: string;
  readonly title: string;
  /** What the figures are, in a few words. */
  readonly says: string;
  readonly unit: "count" | "seconds";
  readonly series: readonly ChartSeries[];
};

/** What part of time a chart shows. */
export type TimeWindow = { readonly fromMs: number; readonly untilMs: number };

/** Charts are drawn in a box of this size and then stretched. */
export const BOX = { width: 1_000, height: 100 } as const;

const COUNT_TOPS = [1, 2, 2.5, 5, 10];
const SECOND_TOPS = [
  60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400, 172_800,
];

/** The upper end of a scale from 0 on which `highest` fits, as a round number. */
export function niceTop(highest: number, unit: ChartModel["unit"]): number {
  if (unit === "seconds") {
    const days = Math.ceil(highest / 86_400) * 86_400;
    return SECOND_TOPS.find((top) => top >= highest) ?? days;
  }
  if (highest <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(highest));
  const top = COUNT_TOPS.find((one) => one * power >= highest) ?? 10;
  return top * power;
}

/** What the scale of a chart has to reach; bars stand on each other. */
export function highestOf(series: readonly ChartSeries[]): number {
  const lines = series.filter(({ shape }) => shape !== "bars");
  const bars = series.filter(({ shape }) => shape === "bars");
  const steps = Math.max(0, ...bars.map(({ values }) => values.length));
  const stacks = Array.from({ length: steps }, (_, index) =>
    bars.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const single = lines.flatMap(({ values }) => values.map((value) => value ?? 0));
  return [...single, ...stacks].reduce((most, value) => Math.max(most, value), 0);
}

/** The part of a window, from 0 to 1, at which a moment lies. */
export function shareOf(atMs: number, { fromMs, untilMs }: TimeWindow): number {
  return (atMs - fromMs) / Math.max(1, untilMs - fromMs);
}

/** The value of a series at a moment; null where it has none. */
export function valueAt({ fromMs, stepMs, values }: ChartSeries, atMs: number): number | null {
  return values[Math.floor((atMs - fromMs) / stepMs)] ?? null;
}

type Piece = readonly { readonly x: number; readonly y: number }[];

/** What is drawn of a line: each piece between two gaps. A step alone becomes a short level piece. */
export function piecesOf(series: ChartSeries, window: TimeWindow, top: number): Piece[] {
  const half = (series.stepMs / Math.max(1, window.untilMs - window.fromMs)) * BOX.width * 0.5;
  const pieces: { x: number; y: number }[][] = [];
  let piece: { x: number; y: number }[] = [];
  const close = () => {
    const [only] = piece;
    if (only !== undefined && (piece.length === 1 || series.shape === "limit")) {
      piece = piece.flatMap(({ x, y }) => [
        { x: x - half, y },
        { x: x + half, y },
      ]);
    }
    if (piece.length > 0) pieces.push(piece);
    piece = [];
  };
  for (const [index, value] of series.values.entries()) {
    if (value === null) {
      close();
      continue;
    }
    const middleMs = series.fromMs + (index + 0.5) * series.stepMs;
    piece.push({ x: shareOf(middleMs, window) * BOX.width, y: heightOf(value, top) });
  }
  close();
  return pieces;
}

/** From the top of the box. */
export function heightOf(value: number, top: number): number {
  return BOX.height - (Math.min(value, top) / top) * BOX.height;
}

/** A piece as the path of an SVG; `isFilled` closes it along the bottom. */
export function pathOf(piece: Piece, isFilled = false): string {
  const [first, last] = [piece[0], piece.at(-1)];
  if (first === undefined || last === undefined) return "";
  const line = piece.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L");
  return isFilled
    ? `M${round(first.x)} ${BOX.height}L${line}L${round(last.x)} ${BOX.height}Z`
    : `M${line}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
