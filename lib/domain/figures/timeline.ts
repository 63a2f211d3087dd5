import type { Lanes } from "@/lib/domain/lane/lane";
import { aheadByLane } from "@/lib/domain/lane/lane-ahead";
import { FIGURE_KINDS, type FigureKind, isSample, type SAMPLES } from "./figures";

/** How much of an event's past is looked at. */
export const TIMELINE_RANGES = ["quarter", "hour", "day", "run"] as const;
export type TimelineRange = (typeof TIMELINE_RANGES)[number];

/** What is summed up; the samples are not. */
export type CountKind = Exclude<FigureKind, (typeof SAMPLES)[number]>;

/** Whole minutes since 1970 in steps: the first minute, the first one after the end, and the minutes of a step. */
export type TimelineFrame = {
  readonly firstMinute: number;
  readonly endMinute: number;
  readonly stepMinutes: number;
};

/** What one lane had in one step: the sum of a count, or a sample of the minute in which most waited. */
export type TimelineRow = {
  /** In steps since 1970. */
  readonly step: number;
  readonly lane: number;
  readonly kind: string;
  readonly value: number;
};

/** One step of a timeline. */
export type TimelinePoint = {
  readonly atMs: number;
  /** How many minutes of the step are over and looked at: what its counts are divided by. */
  readonly minutes: number;
  /** What is missing in it did not happen; null where nothing at all is stored. */
  readonly counts: Partial<Readonly<Record<CountKind, number>>> | null;
  /** In the minute in which most waited; null where nobody looked. */
  readonly waiting: number | null;
  readonly outflowPerMinute: number | null;
  /** Of somebody who joins then, at the outflow of then. */
  readonly expectedWaitSeconds: number | null;
};

const MINUTE_MS = 60_000;
const RANGE_MINUTES: Record<Exclude<TimelineRange, "run">, number> = {
  quarter: 15,
  hour: 60,
  day: 1_440,
};
/** However long a run was, it has no more steps. */
export const TIMELINE_STEPS_MAX = 300;
/** Divisors of a day, so that steps begin at the same times on each. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1_440];

/** The minutes between two moments, in as few minutes a step as `TIMELINE_STEPS_MAX` allows. */
export function frameBetween(fromMs: number, untilMs: number): TimelineFrame {
  const first = Math.floor(fromMs / MINUTE_MS);
  const endMinute = Math.max(first + 1, Math.floor(untilMs / MINUTE_MS));
  const minutes = endMinute - first;
  // One step may begin before the first minute.
  const isEnough = (step: number) => minutes / step <= TIMELINE_STEPS_MAX - 1;
  const days = Math.ceil(minutes / (1_440 * (TIMELINE_STEPS_MAX - 1)));
  const stepMinutes = STEPS.find(isEnough) ?? days * 1_440;
  return { firstMinute: Math.floor(first / stepMinutes) * stepMinutes, endMinute, stepMinutes };
}

/** The frame of a range that ends now, or with a run that is over. The minute that goes on is left out. */
export function frameOf(
  range: TimelineRange,
  run: { readonly openedAtMs: number; readonly endedAtMs: number | null },
  nowMs: number,
): TimelineFrame {
  const untilMs =
    run.endedAtMs === null ? nowMs : (Math.floor(run.endedAtMs / MINUTE_MS) + 1) * MINUTE_MS;
  if (range === "run") return frameBetween(Math.min(run.openedAtMs, untilMs), untilMs);
  return frameBetween(untilMs - RANGE_MINUTES[range] * MINUTE_MS, untilMs);
}

type LanesAsked = {
  /** The place of the lane that is asked for; null: all of them. */
  readonly lane: number | null;
  readonly lanes: Pick<Lanes, "mode" | "lanes">;
};

/** One point for each step of a frame, with gaps where nothing is stored. */
export function pointsOf(
  frame: TimelineFrame,
  rows: readonly TimelineRow[],
  asked: LanesAsked,
): readonly TimelinePoint[] {
  const { firstMinute, endMinute, stepMinutes } = frame;
  const first = Math.floor(firstMinute / stepMinutes);
  const steps = Math.ceil(endMinute / stepMinutes) - first;
  const byStep = new Map<number, TimelineRow[]>();
  for (const row of rows) byStep.set(row.step, [...(byStep.get(row.step) ?? []), row]);
  const points = Array.from({ length: steps }, (_, index) => {
    const step = first + index;
    const begins = step * stepMinutes;
    const minutes = Math.min(begins + stepMinutes, endMinute) - begins;
    const held = byStep.get(step) ?? [];
    return {
      atMs: begins * MINUTE_MS,
      minutes,
      counts: held.length === 0 ? null : countsOf(held, asked.lane),
      ...samplesOf(held, asked),
    };
  });
  return asked.lane === null ? withArrivals(points) : points;
}

/** Whoever joins has arrived: up to the end of each step at least as many as joined. */
function withArrivals(points: readonly TimelinePoint[]): readonly TimelinePoint[] {
  let [arrivals, joins, told] = [0, 0, 0];
  return points.map((point) => {
    if (point.counts === null) return point;
    arrivals += point.counts.arrivals ?? 0;
    joins += point.counts.joins ?? 0;
    const more = Math.max(arrivals, joins) - told;
    told += more;
    const isSame = more === (point.counts.arrivals ?? 0);
    return isSame ? point : { ...point, counts: { ...point.counts, arrivals: more } };
  });
}

function countsOf(rows: readonly TimelineRow[], lane: number | null): TimelinePoint["counts"] {
  const counts: Partial<Record<CountKind, number>> = {};
  for (const { lane: of, kind, value } of rows) {
    if ((lane !== null && of !== lane) || !isCountKind(kind)) continue;
    counts[kind] = (counts[kind] ?? 0) + value;
  }
  return counts;
}

function isCountKind(kind: string): kind is CountKind {
  return FIGURE_KINDS.some((one) => one === kind && !isSample(one));
}

function samplesOf(rows: readonly TimelineRow[], { lane, lanes }: LanesAsked) {
  const outflowPerMinute = rows.find(({ kind }) => kind === "outflow")?.value ?? null;
  const held = rows.filter(({ kind }) => kind === "waiting");
  if (held.length === 0) return { waiting: null, outflowPerMinute, expectedWaitSeconds: null };
  const present = new Map(held.map((row) => [row.lane, row.value]));
  const all = held.reduce((sum, { value }) => sum + value, 0);
  const ahead =
    lane === null
      ? all
      : (aheadByLane(
          lanes,
          lanes.lanes.map((_, index) => present.get(index) ?? 0),
        )[lane] ?? 0);
  return {
    waiting: lane === null ? all : (present.get(lane) ?? 0),
    outflowPerMinute,
    expectedWaitSeconds:
      outflowPerMinute === null || outflowPerMinute <= 0 ? null : (ahead * 60) / outflowPerMinute,
  };
}

/** All who were let in, in whatever way. */
export function admittedIn(counts: NonNullable<TimelinePoint["counts"]>): number {
  return ADMITTED.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
}

const ADMITTED = [
  "admitted-queue",
  "admitted-safetynet",
  "admitted-disabled",
  "admitted-afterevent",
  "admitted-bypass",
] as const satisfies readonly CountKind[];
