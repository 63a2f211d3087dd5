import type { Schemas } from "@/client/src/generated/types";
import { renderTable, withoutControls } from "./render";

type Figures = Schemas["LiveFigures"];
type Shown = { readonly columns: number; readonly notice: string };

const KEYS = "+/- outflow 10 %   p pause or resume   m message   q quit";

/** The lines of the screen. */
export function renderLive({ event, snapshot }: Figures, { columns, notice }: Shown): string[] {
  const state = event.paused ? "paused" : (snapshot?.phase ?? event.status);
  const head = `${event.name} (${event.eventId}) · ${state} · ${event.outflowInForce} a minute`;
  const lines =
    snapshot === null ? ["No figures. The event is not open, or Redis is away."] : lineOf(snapshot);
  return [head, "", ...lines, "", notice, KEYS].map((text) =>
    withoutControls(text).slice(0, columns),
  );
}

function lineOf(line: Schemas["Line"]): string[] {
  const { sums, lanes } = line;
  const wait = (range: { low: number; high: number } | null) =>
    range === null ? "–" : `${minutes(range.low)}–${minutes(range.high)} min`;
  const figures: readonly (readonly [string, string | number])[] = [
    ["Waiting", line.waiting],
    ["Admitted", sums.admitted],
    ["Admitted last minute", line.admittedLastMinute],
    ["Arrivals", sums.joined],
    ["No-shows", sums.noShows],
    ["Expected wait", wait(line.expectedWaitSeconds)],
  ];
  const rows = lanes.map((lane) => ({
    ...{ lane: lane.name, waiting: lane.waiting, serving: lane.servingNumber },
    expectedWait: wait(lane.expectedWaitSeconds),
  }));
  return [
    ...figures.map(([name, value]) => `${name.padEnd(22)}${value}`),
    ...(lanes.length < 2
      ? []
      : ["", ...renderTable(rows, ["lane", "waiting", "serving", "expectedWait"])]),
  ];
}

const minutes = (seconds: number) => Math.round(seconds / 60);
