"use client";

import { ChartLine, Table2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Panel } from "@/components/shared/panel";
import { Button } from "@/components/ui/button";
import type { Timeline as TimelineData } from "@/lib/services/operation/figures/read-timeline";
import { type ChartModel, shareOf, type TimeWindow, valueAt } from "./chart-series";
import { momentText, valueText, zoneText } from "./chart-words";
import { MarkList, MarkRow } from "./mark-row";
import { Plot } from "./plot";
import { TimeAxis } from "./time-axis";
import { chartsOf, type TimelineSteps, windowOf } from "./timeline-series";
import { TimelineTable } from "./timeline-table";
import { useCursor } from "./use-cursor";

type TimelineProps = {
  timeline: TimelineData;
  /** Times are shown in this zone; without it in the event's. */
  timeZone?: string;
  /** Shorter steps of what a line still holds, up to now. */
  fine?: TimelineSteps | undefined;
  /** Stands beside the title: the choice of a range, a run, a lane. */
  actions?: ReactNode;
  /** Says how old the figures are, or nothing. */
  footer?: ReactNode;
  zoom?: (part: TimeWindow) => void;
};

const MINUTE_MS = 60_000;

/**
 * What happened at an event, as charts that share their time, or as a table. Lines break where nothing is stored, marks
 * say what operators did, and the figures of a moment are read by pointer or keyboard.
 */
export function Timeline(props: TimelineProps) {
  const { timeline, fine, zoom, actions, footer } = props;
  const [isTable, setTable] = useState(false);
  const timeZone = props.timeZone ?? timeline.timeZone;
  const source = { ...timeline, stepMs: timeline.stepMinutes * MINUTE_MS, fine };
  const window = windowOf(source);
  const charts = chartsOf(source);
  const stepMs = fine?.stepMs ?? source.stepMs;
  return (
    <Panel
      title="Timeline"
      description={`${stepText(stepMs)}, times in ${zoneText(window.untilMs, timeZone)}`}
      flush
      actions={
        <>
          {actions}
          <Button size="sm" variant="tertiary" onClick={() => setTable(!isTable)}>
            {isTable ? <ChartLine aria-hidden /> : <Table2 aria-hidden />}
            {isTable ? "Show as chart" : "Show as table"}
          </Button>
        </>
      }
    >
      {isTable ? (
        <TimelineTable
          charts={charts}
          marks={timeline.marks}
          window={window}
          stepMs={source.stepMs}
          timeZone={timeZone}
        />
      ) : (
        <TimelineCharts
          {...{ charts, window, stepMs, timeZone, zoom }}
          marks={timeline.marks}
          isEmpty={timeline.points.every(({ counts }) => counts === null) && fine === undefined}
        />
      )}
      {footer}
    </Panel>
  );
}

type TimelineChartsProps = {
  charts: readonly ChartModel[];
  marks: TimelineData["marks"];
  window: TimeWindow;
  stepMs: number;
  timeZone: string;
  isEmpty: boolean;
  zoom: ((part: TimeWindow) => void) | undefined;
};

function TimelineCharts(props: TimelineChartsProps) {
  const { charts, marks, window, stepMs, timeZone, isEmpty, zoom } = props;
  const keysId = useId();
  const { cursorMs, dragged, handlers } = useCursor({ window, stepMs, zoom });
  const marksMs = marks.map(({ atMs }) => atMs);
  const [newest, at] = [window.untilMs - stepMs, cursorMs ?? window.untilMs - stepMs];
  return (
    <div className="flex flex-col gap-4 p-4">
      <MarkRow marks={marks} window={window} timeZone={timeZone} />
      <div className="relative flex flex-col gap-4">
        {charts.map((chart) => (
          <Plot
            key={chart.id}
            chart={chart}
            window={window}
            cursorMs={cursorMs}
            marksMs={marksMs}
            height={HEIGHTS[chart.id] ?? 72}
          />
        ))}
        <TimeAxis window={window} timeZone={timeZone} />
        <div
          role="slider"
          data-key="t"
          tabIndex={0}
          aria-label="Timeline cursor"
          aria-describedby={keysId}
          aria-valuemin={0}
          aria-valuemax={Math.round((newest - window.fromMs) / stepMs)}
          aria-valuenow={Math.round((at - window.fromMs) / stepMs)}
          aria-valuetext={`${momentText(at, stepMs, window, timeZone)}: ${readOut(charts, at)}`}
          className="absolute inset-y-0 right-0 left-12 cursor-crosshair touch-pan-y rounded-sm outline-none focus-visible:focus-ring"
          {...handlers}
        >
          {dragged === null ? null : (
            <span
              aria-hidden
              className="absolute inset-y-0 bg-accent/15"
              style={{
                left: `${shareOf(dragged.fromMs, window) * 100}%`,
                right: `${(1 - shareOf(dragged.untilMs, window)) * 100}%`,
              }}
            />
          )}
          {cursorMs === null ? null : (
            <CursorTime
              share={shareOf(cursorMs, window)}
              text={momentText(cursorMs, stepMs, window, timeZone)}
            />
          )}
        </div>
      </div>
      <MarkList marks={marks} window={window} timeZone={timeZone} />
      <p id={keysId} className="sr-only">
        Arrow keys move by one step, with Shift by ten. Home and End jump to the ends.
        {zoom === undefined ? "" : " Plus zooms in on the cursor."}
      </p>
      {isEmpty ? (
        <p className="text-sm text-muted">
          No data for this period: there were no visitors, or no worker was running.
        </p>
      ) : null}
    </div>
  );
}

const HEIGHTS: Readonly<Record<string, number>> = { flow: 180, waiting: 110, wait: 72 };

function CursorTime({ share, text }: { share: number; text: string }) {
  return (
    <span
      aria-hidden
      className="figures pointer-events-none absolute -top-6 rounded-sm bg-foreground px-1.5 text-[0.6875rem] leading-5 text-background"
      style={share > 0.5 ? { right: `${(1 - share) * 100}%` } : { left: `${share * 100}%` }}
    >
      {text}
    </span>
  );
}

function readOut(charts: readonly ChartModel[], atMs: number): string {
  return charts
    .flatMap(({ series, unit }) =>
      series.map((one) => {
        const value = valueAt(one, atMs);
        return `${one.label} ${value === null ? "unknown" : valueText(value, unit)}`;
      }),
    )
    .join(", ");
}

function stepText(stepMs: number): string {
  if (stepMs < MINUTE_MS) return `Steps of ${stepMs / 1_000} seconds`;
  const minutes = stepMs / MINUTE_MS;
  if (minutes === 1) return "By minute";
  if (minutes < 60) return `Steps of ${minutes} minutes`;
  const hours = minutes / 60;
  if (hours === 1) return "By hour";
  return hours === 24
    ? "By day"
    : `Steps of ${hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`}`;
}
