import { CHALLENGE_COUNTS } from "@/lib/domain/challenge/challenge-counts";
import { REFUSALS, type Refusal } from "@/lib/domain/figures/figures";
import { admittedIn, type CountKind, type TimelinePoint } from "@/lib/domain/figures/timeline";
import type { ChartModel, ChartSeries, TimeWindow } from "./chart-series";

/** Points of one length of step. */
export type TimelineSteps = {
  readonly fromMs: number;
  readonly stepMs: number;
  readonly points: readonly TimelinePoint[];
};

/** What a timeline is drawn from. `fine` has shorter steps for who waits. Rates stay whole minutes, so that they compare. */
export type TimelineSource = TimelineSteps & { readonly fine?: TimelineSteps | undefined };

type Read = (point: TimelinePoint) => number | null;

const REASONS: Record<Refusal, string> = {
  "refused-full": "line full",
  "refused-early": "too early",
  "refused-ended": "ended",
  "refused-closed": "closed",
  "refused-sold-out": "sold out",
  "refused-held": "not drawn",
  "refused-uninvited": "not invited",
  "refused-code": "wrong code",
  "refused-code-used": "code used up",
  "refused-guesses": "too many guesses",
};

/** Colours that stand on each other. */
const STACK = ["1", "2", "3", "4", "5", "6"];

/** The charts of a timeline, in the order in which an operator asks. Those of what never happened are left out. */
export function chartsOf(source: TimelineSource): readonly ChartModel[] {
  const happened = (kind: CountKind) =>
    source.points.some(({ counts }) => (counts?.[kind] ?? 0) > 0);
  const refusals = REFUSALS.filter(happened);
  const isChallenging = CHALLENGE_COUNTS.some(happened);
  return [
    flow(source),
    waiting(source),
    wait(source),
    noShows(source),
    ...(refusals.length === 0 ? [] : [refused(source, refusals)]),
    ...(isChallenging ? [challenges(source)] : []),
  ];
}

function flow(source: TimelineSource): ChartModel {
  const admitted = {
    key: "admitted",
    label: "Admitted",
    colour: "admitted",
    shape: "area",
  } as const;
  const arrivals = {
    key: "arrivals",
    label: "Arrivals",
    colour: "arrivals",
    shape: "line",
  } as const;
  const joins = { key: "joins", label: "Joined", colour: "joined", shape: "line" } as const;
  const limit = { key: "outflow", label: "Outflow", colour: "limit", shape: "limit" } as const;
  return {
    id: "flow",
    title: "Visitors per minute",
    says: "Arrivals, joins and admissions against the outflow.",
    unit: "count",
    series: [
      series(source, admitted, perMinute(admittedIn)),
      series(source, arrivals, perMinute(countOf("arrivals"))),
      series(source, joins, perMinute(countOf("joins"))),
      series(source, limit, (point) => point.outflowPerMinute),
    ],
  };
}

function waiting(source: TimelineSource): ChartModel {
  const look = { key: "waiting", label: "Waiting", colour: "waiting", shape: "area" } as const;
  return {
    id: "waiting",
    title: "Waiting",
    says: "Visitors in line; in long steps, the peak.",
    unit: "count",
    series: [series(source.fine ?? source, look, (point) => point.waiting)],
  };
}

function wait(source: TimelineSource): ChartModel {
  const look = { key: "wait", label: "Wait", colour: "wait", shape: "area" } as const;
  return {
    id: "wait",
    title: "Expected wait",
    says: "For a visitor joining at that time, at the outflow of that time.",
    unit: "seconds",
    series: [series(source, look, (point) => point.expectedWaitSeconds)],
  };
}

function noShows(source: TimelineSource): ChartModel {
  return {
    id: "no-shows",
    title: "No-shows",
    says: "Numbers called while the visitor was away, per step.",
    unit: "count",
    series: [bars(source, "no-shows", "No-shows", "6")],
  };
}

function refused(source: TimelineSource, kinds: readonly Refusal[]): ChartModel {
  return {
    id: "refused",
    title: "Turned away",
    says: "Responses to visitors who could not join, by reason, per step.",
    unit: "count",
    series: kinds.map((kind, index) =>
      bars(source, kind, REASONS[kind], STACK[index % STACK.length] ?? "1"),
    ),
  };
}

function challenges(source: TimelineSource): ChartModel {
  const asked = { key: "challenged", label: "Challenged", colour: "limit", shape: "line" } as const;
  return {
    id: "challenges",
    title: "Challenges",
    says: "Challenges passed, failed and blocked, per step.",
    unit: "count",
    series: [
      bars(source, "solved", "Solved", "3"),
      bars(source, "challenge-failed", "Wrong answer", "5"),
      bars(source, "blocked", "Blocked", "6"),
      bars(source, "held-false", "False queue", "4"),
      series(source, asked, total("challenged")),
    ],
  };
}

function bars(source: TimelineSource, kind: CountKind, label: string, colour: string): ChartSeries {
  return series(source, { key: kind, label, colour, shape: "bars" }, total(kind));
}

type SeriesLook = Pick<ChartSeries, "key" | "label" | "shape"> & { readonly colour: string };

function series(
  { fromMs, stepMs, points }: TimelineSteps,
  look: SeriesLook,
  read: Read,
): ChartSeries {
  return {
    ...look,
    colour: `var(--chart-${look.colour})`,
    fromMs,
    stepMs,
    values: points.map(read),
  };
}

function countOf(kind: CountKind) {
  return (counts: NonNullable<TimelinePoint["counts"]>) => counts[kind] ?? 0;
}

function perMinute(count: (counts: NonNullable<TimelinePoint["counts"]>) => number): Read {
  return ({ counts, minutes }) =>
    counts === null || minutes <= 0 ? null : count(counts) / minutes;
}

function total(kind: CountKind): Read {
  return ({ counts }) => (counts === null ? null : (counts[kind] ?? 0));
}

/** What a timeline shows: to the end of its newest step. */
export function windowOf({ fromMs, stepMs, points, fine }: TimelineSource): TimeWindow {
  const untilMs = fromMs + points.length * stepMs;
  const fineUntil = fine === undefined ? 0 : fine.fromMs + fine.points.length * fine.stepMs;
  return { fromMs, untilMs: Math.max(untilMs, fineUntil) };
}
