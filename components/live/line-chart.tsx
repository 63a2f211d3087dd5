"use client";

import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { formatNumber } from "@/components/shared/format";
import { ChartTooltip } from "./chart-tooltip";
import { type ChartPoint, formatStep } from "./series";

export type ChartSeries = {
  readonly key: "joinedPerMinute" | "admittedPerMinute" | "waiting";
  readonly label: string;
  readonly colour: string;
  readonly shape: "area" | "line";
};

type LineChartProps = {
  title: string;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** Drawn as a dashed line: the limit. */
  limit?: number;
  height: number;
};

const AXIS = { fontSize: 11, fill: "var(--muted)" };
const GUTTER = { top: 8, right: 8, bottom: 0, left: 0 };

export function LineChart({ title, points, series, limit, height }: LineChartProps) {
  return (
    <div style={{ height }} className="figures min-w-0">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 640, height }}>
        <ComposedChart
          data={[...points]}
          syncId="line"
          margin={GUTTER}
          accessibilityLayer
          title={title}
        >
          <CartesianGrid vertical={false} stroke="var(--separator)" />
          <XAxis
            dataKey="atMs"
            tickFormatter={(atMs: number) => formatStep(atMs).slice(0, 5)}
            minTickGap={56}
            tickLine={false}
            axisLine={{ stroke: "var(--border)" }}
            tick={AXIS}
          />
          <YAxis
            width={44}
            allowDecimals={false}
            tickFormatter={formatNumber}
            tickLine={false}
            axisLine={false}
            tick={AXIS}
            domain={[0, (max: number) => Math.max(max, limit === undefined ? 4 : limit * 1.1)]}
          />
          <Tooltip content={<ChartTooltip />} isAnimationActive={false} />
          {limit === undefined ? null : (
            <ReferenceLine
              y={limit}
              stroke="var(--chart-limit)"
              strokeDasharray="5 4"
              strokeWidth={1.5}
            />
          )}
          {series.map((one) => shapeOf(one))}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

function shapeOf(one: ChartSeries) {
  const look = {
    dataKey: one.key,
    name: one.label,
    stroke: one.colour,
    strokeWidth: 2,
    type: "monotone",
    dot: false,
    isAnimationActive: false,
  } as const;
  return one.shape === "area" ? (
    <Area key={one.key} {...look} fill={one.colour} fillOpacity={0.14} />
  ) : (
    <Line key={one.key} {...look} />
  );
}
