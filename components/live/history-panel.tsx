"use client";

import { Button } from "@heroui/react";
import { ChartLine, Table2 } from "lucide-react";
import { useState } from "react";
import { Panel } from "@/components/shared/panel";
import type { EventLive } from "@/lib/services/event/get-live";
import { ChartLegend } from "./chart-legend";
import { ChartTable } from "./chart-table";
import { type ChartSeries, LineChart } from "./line-chart";
import { toChartPoints } from "./series";

const FLOW: readonly ChartSeries[] = [
  { key: "admittedPerMinute", label: "Admitted", colour: "var(--chart-admitted)", shape: "area" },
  { key: "joinedPerMinute", label: "Joined", colour: "var(--chart-joined)", shape: "line" },
];
const WAITING: readonly ChartSeries[] = [
  { key: "waiting", label: "Waiting", colour: "var(--chart-waiting)", shape: "area" },
];
const LIMIT = { label: "Outflow", colour: "var(--chart-limit)", isDashed: true };

/** The last 15 minutes as two charts with one time axis, or as a table. */
export function HistoryPanel({ live }: { live: EventLive }) {
  const [isTable, setTable] = useState(false);
  const points = toChartPoints(live.snapshot?.series ?? []);
  return (
    <Panel
      title="Last 15 minutes"
      description="Steps of 15 seconds, times in UTC"
      flush
      actions={
        <Button size="sm" variant="tertiary" onPress={() => setTable(!isTable)}>
          {isTable ? <ChartLine aria-hidden /> : <Table2 aria-hidden />}
          {isTable ? "Show as chart" : "Show as table"}
        </Button>
      }
    >
      {isTable ? (
        <ChartTable points={points} />
      ) : (
        <div className="flex flex-col gap-4 p-4">
          <figure className="flex flex-col gap-2">
            <figcaption className="flex flex-wrap items-center justify-between gap-2">
              <span className="text-xs font-medium">Visitors per minute</span>
              <ChartLegend entries={[...FLOW, LIMIT]} />
            </figcaption>
            <LineChart
              title="Visitors admitted and joined per minute"
              points={points}
              series={FLOW}
              limit={live.event.outflowInForce}
              height={190}
            />
          </figure>
          <figure className="flex flex-col gap-2">
            <figcaption className="flex flex-wrap items-center justify-between gap-2">
              <span className="text-xs font-medium">Visitors waiting</span>
              <ChartLegend entries={WAITING} />
            </figcaption>
            <LineChart title="Visitors waiting" points={points} series={WAITING} height={130} />
          </figure>
        </div>
      )}
    </Panel>
  );
}
