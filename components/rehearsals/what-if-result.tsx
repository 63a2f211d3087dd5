import { valueText } from "@/components/charts/chart-words";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { formatNumber, formatWait, formatWaitRange, plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import {
  type Range,
  type RealRun,
  type VariantOutcome,
  WHAT_IF_LIMITS,
  type WhatIfOutcome,
  type WhatIfPlan,
} from "@/lib/domain/rehearsal/what-if";
import { type Band, BandChart } from "./band-chart";
import { NotPlayedNote } from "./not-played-note";
import { WhatIfPlanPanel } from "./what-if-plan";

type WhatIfResultProps = {
  plan: WhatIfPlan;
  outcome: WhatIfOutcome;
  lastRun: RealRun | null;
};

const COLOURS = ["var(--chart-1)", "var(--chart-2)"] as const;
const REAL_COLOUR = "var(--chart-3)";

/** What came out: figures side by side, what happens over time, and what was put in. */
export function WhatIfResult({ plan, outcome, lastRun }: WhatIfResultProps) {
  return (
    <div className="flex flex-col gap-5">
      <Uncleared outcome={outcome} />
      <Uncomparable lastRun={lastRun} />
      <NotPlayedNote notPlayed={plan.notPlayed ?? []} />
      <Panel
        title="What to expect"
        description={`${plural(outcome.runs, "run")} with different crowds. Ranges cover 90 % of the runs${outcome.scale > 1 ? `. Each simulated visitor stands for ${outcome.scale.toFixed(1)}` : ""}`}
        flush
      >
        <DataTable
          isPlain
          caption="What to expect"
          columns={columnsOf(outcome, lastRun)}
          rows={rowsOf(outcome, lastRun)}
          rowKey={({ label }) => label}
        />
      </Panel>
      <Panel title="Over time" description="Minutes since the start">
        <div className="flex flex-col gap-6">
          <BandChart
            title="Waiting"
            unit="count"
            bands={[...waitingBands(outcome), ...realBand(plan, lastRun)]}
            xText={minuteText}
          />
          <BandChart
            title="Wait of those arriving now"
            unit="seconds"
            bands={waitBands(outcome)}
            xText={minuteText}
          />
        </div>
        <OverTimeTable outcome={outcome} />
      </Panel>
      <WhatIfPlanPanel plan={plan} />
    </div>
  );
}

function Uncleared({ outcome: { variants, runs } }: { outcome: WhatIfOutcome }) {
  const slow = variants.filter(({ uncleared }) => uncleared > 0);
  if (slow.length === 0) return null;
  return (
    <Notice tone="warning">
      {slow.map(({ name, uncleared }) => `${name}: ${uncleared} of ${runs} runs`).join(", ")} never
      cleared: people were still waiting a day after the last arrival. Raise the outflow, or expect
      fewer visitors.
    </Notice>
  );
}

/** A run that was cut short says nothing about how long a line lasts. */
function Uncomparable({ lastRun }: { lastRun: RealRun | null }) {
  if (lastRun === null || hasCleared(lastRun)) return null;
  const { run, end } = lastRun;
  return (
    <Notice tone="info">
      {end === null
        ? `Run ${run} is still running`
        : `Run ${run} ended with ${formatNumber(end.leftWaiting)} still waiting`}
      , so its waits and totals can’t be compared with a simulation that clears.
    </Notice>
  );
}

function hasCleared({ end }: RealRun): boolean {
  return end !== null && end.leftWaiting === 0;
}

type Row = { readonly label: string; readonly values: readonly string[]; readonly real: string };

function columnsOf({ variants }: WhatIfOutcome, lastRun: RealRun | null): DataColumn<Row>[] {
  return [
    {
      key: "label",
      header: "Figure",
      cell: ({ label }) => <span className="block min-w-32">{label}</span>,
    },
    ...variants.map(
      ({ name }, index): DataColumn<Row> => ({
        key: `${index}`,
        header: name,
        align: "end",
        cell: ({ values }) => <span className="figures whitespace-nowrap">{values[index]}</span>,
      }),
    ),
    ...(lastRun === null
      ? []
      : [
          {
            key: "real",
            header: `Actual: run ${lastRun.run}`,
            align: "end",
            cell: ({ real }: Row) => <span className="figures whitespace-nowrap">{real}</span>,
          } as const,
        ]),
  ];
}

function rowsOf({ variants }: WhatIfOutcome, real: RealRun | null): Row[] {
  const row = (label: string, of: (one: VariantOutcome) => string, ofReal = "–"): Row => ({
    label,
    values: variants.map(of),
    real: ofReal,
  });
  return [
    row("Cleared after", clearedText, clearedReal(real)),
    row("Median time to clear", ({ clearing }) =>
      clearing === null ? "–" : formatWait(clearing.middle * 60),
    ),
    row("Median wait", ({ wait }) => valueText(wait.median, "seconds")),
    row("p95 wait", ({ wait }) => valueText(wait.p95, "seconds")),
    row("Peak waiting", ({ peakWaiting }) => rangeText(peakWaiting), count(real?.peakWaiting)),
    row("Joined", ({ people }) => formatNumber(people), count(real?.joins)),
    row("Admitted", ({ admitted }) => formatNumber(admitted), count(real?.admitted)),
    row("Abandoned", ({ gaveUp }) => formatNumber(gaveUp)),
    row("No-shows", ({ noShows }) => formatNumber(noShows), count(real?.noShows)),
    row("Bots admitted", ({ botsAdmitted }) => formatNumber(botsAdmitted)),
  ];
}

function clearedText({ clearing, uncleared }: VariantOutcome): string {
  if (clearing === null) return uncleared > 0 ? "not within a day" : "–";
  if (clearing.high === 0) return "no queue";
  return formatWaitRange(clearing.low * 60, clearing.high * 60);
}

function clearedReal(real: RealRun | null): string {
  if (real === null) return "–";
  if (real.end === null) return "still running";
  if (!hasCleared(real)) return "ended before";
  if (real.isCut && real.clearedMinute === WHAT_IF_LIMITS.minutes) return "not in two days";
  return real.clearedMinute === null ? "nobody waited" : formatWait(real.clearedMinute * 60);
}

function rangeText({ low, high }: Range): string {
  return low === high ? formatNumber(low) : `${formatNumber(low)} – ${formatNumber(high)}`;
}

function count(value: number | undefined): string {
  return value === undefined ? "–" : formatNumber(value);
}

function minuteText(minute: number): string {
  // Rounded up to zero, a negative one would keep its sign.
  return `${formatNumber(Math.round(minute) + 0)} min`;
}

function waitingBands({ variants }: WhatIfOutcome): Band[] {
  return variants.map(({ name, points }, index) => ({
    key: name,
    label: name,
    colour: COLOURS[index] ?? COLOURS[0],
    points: points.map(({ minute, waiting }) => ({
      x: minute,
      value: waiting.middle,
      low: waiting.low,
      high: waiting.high,
    })),
  }));
}

/** The real run from where its first came, as far as the play goes. */
function realBand({ variants }: WhatIfPlan, lastRun: RealRun | null): Band[] {
  if (lastRun === null) return [];
  const opens = variants[0]?.opensAfterMinutes ?? 0;
  const points = lastRun.waitingPerMinute.map((value, minute) => ({ x: minute - opens, value }));
  return [
    { key: "real", label: `Run ${lastRun.run}`, colour: REAL_COLOUR, isDashed: true, points },
  ];
}

function waitBands({ variants }: WhatIfOutcome): Band[] {
  return variants.map(({ name, points }, index) => ({
    key: name,
    label: name,
    colour: COLOURS[index] ?? COLOURS[0],
    points: points.flatMap(({ minute, wait }) =>
      wait === null ? [] : [{ x: minute, value: wait.median, low: wait.median, high: wait.p95 }],
    ),
  }));
}

const SHOWN = 12;

type TimeRow = { readonly minute: number; readonly values: readonly string[] };

/** The same as the charts, in a few rows: for those who read it, or hear it. */
function OverTimeTable({ outcome: { variants } }: { outcome: WhatIfOutcome }) {
  const [first] = variants;
  const points = first?.points ?? [];
  const every = Math.max(1, Math.ceil(points.length / SHOWN));
  const rows: TimeRow[] = points
    .filter((_, index) => index % every === 0)
    .map(({ minute }) => ({
      minute,
      values: variants.flatMap(({ points: own }) => {
        const at = own.find((point) => point.minute >= minute);
        if (at === undefined) return ["–", "–"];
        const wait = at.wait === null ? "–" : valueText(at.wait.median, "seconds");
        return [rangeText(at.waiting), wait];
      }),
    }));
  const columns: DataColumn<TimeRow>[] = [
    { key: "minute", header: "Minute", cell: ({ minute }) => formatNumber(minute) },
    ...variants.flatMap(({ name }, variant) =>
      ["waiting", "median wait"].map(
        (what, place): DataColumn<TimeRow> => ({
          key: `${variant} ${what}`,
          header: variants.length > 1 ? `${name}: ${what}` : what,
          align: "end",
          cell: ({ values }) => (
            <span className="figures whitespace-nowrap">{values[2 * variant + place]}</span>
          ),
        }),
      ),
    ),
  ];
  return (
    <details className="mt-4 text-sm">
      <summary className="cursor-pointer text-xs text-muted">Show as a table</summary>
      <div className="mt-2 -mx-4 border-t border-separator">
        <DataTable
          isPlain
          caption="Over time"
          columns={columns}
          rows={rows}
          rowKey={({ minute }) => `${minute}`}
        />
      </div>
    </details>
  );
}

/** What the last run was, in a sentence. */
export function LastRunNote({ lastRun }: { lastRun: RealRun }) {
  return (
    <span>
      Run {lastRun.run} of {lastRun.eventName} started <Moment at={lastRun.openedAt} />
      {lastRun.isCut ? "; these are its first two days" : ""}.
    </span>
  );
}
