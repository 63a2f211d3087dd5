import { expectedWaitSeconds, type WaitRange } from "@/lib/domain/line/expected-wait";
import { peoplePace } from "@/lib/domain/line/pace";
import { type PhaseSettings, phaseAt } from "@/lib/domain/line/phase";
import type { Phase } from "@/lib/domain/phase";
import { type PromisedOpening, promisedOpening } from "@/lib/domain/schedule/promised-opening";

/** What is wrong at an event, the worst first. */
export const EVENT_PROBLEMS = [
  "line-lost",
  "stale",
  "recovering",
  "soft-block",
  "governed",
  "behind",
  "sold-out",
  "paused",
  "unarmed",
] as const;
export type EventProblem = (typeof EVENT_PROBLEMS)[number];

/** One event among all of a customer. */
export type ListedEvent = {
  readonly eventId: string;
  readonly name: string;
  readonly kind: "always-on" | "scheduled";
  readonly status: "draft" | "open" | "stopped";
  readonly isTest: boolean;
  readonly paused: boolean;
  readonly letThrough: boolean;
  /** Null until the line of an open event is seen. */
  readonly phase: Phase | null;
  /** Null where there is no line. */
  readonly waiting: number | null;
  /** In this run so far; null where there is no line. */
  readonly admitted: number | null;
  /** As the last minute was; null where there is no line. */
  readonly admittedPerMinute: number | null;
  /** What is let in now; while the event is not open, what is set. */
  readonly outflowPerMinute: number;
  readonly setOutflowPerMinute: number;
  readonly waitSeconds: WaitRange | null;
  /** When it starts or opens next, ISO 8601; null where nothing is planned. With `unarmed`, it will not. */
  readonly nextAt: string | null;
  readonly createdAt: string;
  /** Who waited, by two minutes of the last hour, the last as it is now. */
  readonly series: readonly (number | null)[];
  readonly problems: readonly EventProblem[];
};

/** An event as Postgres has it. */
export type EventRow = {
  readonly eventId: string;
  readonly name: string;
  readonly status: ListedEvent["status"];
  readonly isTest: boolean;
  readonly paused: boolean;
  readonly letThrough: boolean;
  readonly softBlock: boolean;
  readonly settings: PhaseSettings & { readonly outflowPerMinute: number };
  readonly settingsVersion: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** What its schedules plan next. */
  readonly nextAtMs: number | null;
  readonly series: readonly (number | null)[];
};

/** Its line at one look. */
export type ListedLine = {
  readonly lineTimeMs: number;
  readonly notedMs: number;
  readonly settingsVersion: number;
  readonly waiting: number;
  readonly admitted: number;
  /** `bucket:admitted` of the buckets before that one. */
  readonly measured: string;
  readonly outflowPerMinute: number;
  readonly governedOutflow: number | null;
  readonly stock: number | null;
  /** Slots that are left to give away by hand; null where they are given away by the outflow. */
  readonly grants: number | null;
  readonly holdUntilMs: number;
  readonly clockJumpMs: number | null;
  readonly drawOpensAtMs: number;
};

/** A line that nobody has moved on for so long stands still: the worker does so every second, or at rest in its turn. */
const STALE_AFTER_MS = 30_000;
/** The same where nobody waits: the worker does so every minute. */
const EMPTY_STALE_AFTER_MS = 120_000;
/** Settings take a second or two to reach the line. */
const BEHIND_AFTER_MS = 15_000;

/** An event for the overview. `line` is null where none is seen. */
export function listedEvent(row: EventRow, line: ListedLine | null, nowMs: number): ListedEvent {
  const { settings, eventId, name, status, isTest, paused, letThrough, nextAtMs } = row;
  const { kind, startAtMs, endAtMs } = settings;
  const isOpen = status === "open";
  const outflowPerMinute = line?.outflowPerMinute ?? settings.outflowPerMinute;
  const times = { kind, status, startAtMs, endAtMs, nextAtMs };
  const opening = promisedOpening(times, line?.lineTimeMs ?? nowMs);
  return {
    eventId,
    name,
    status,
    isTest,
    paused,
    letThrough,
    kind,
    phase: isOpen && line !== null ? phaseAt(settings, line.lineTimeMs, line) : endedOr(settings),
    waiting: isOpen ? (line?.waiting ?? null) : null,
    admitted: isOpen ? (line?.admitted ?? null) : null,
    admittedPerMinute: isOpen && line !== null ? measuredPerMinute(line) : null,
    outflowPerMinute,
    setOutflowPerMinute: settings.outflowPerMinute,
    waitSeconds: isOpen && line !== null ? waitOf(row, line) : null,
    nextAt: nextAt(opening),
    createdAt: new Date(row.createdAtMs).toISOString(),
    series: isOpen && line !== null ? endingWith(row.series, line.waiting) : [],
    problems: isOpen ? problemsOf(row, line, nowMs) : unarmedOr(opening),
  };
}

/** Admissions of eleven buckets of five seconds, as a minute; 0 where nobody has been let in since. */
const BUCKET_MS = 5_000;
const BUCKETS_MEASURED = 11;

/** What is known of the admissions of the last minute. */
export type MeasuredLine = Pick<ListedLine, "measured" | "lineTimeMs">;

export function measuredPerMinute({ measured, lineTimeMs }: MeasuredLine): number {
  const [bucket, admitted] = measured.split(":").map(Number);
  if (bucket === undefined || admitted === undefined) return 0;
  const behind = Math.floor(lineTimeMs / BUCKET_MS) - bucket;
  if (behind >= BUCKETS_MEASURED) return 0;
  return Math.round((admitted * 60_000) / (BUCKETS_MEASURED * BUCKET_MS));
}

function endedOr({ status }: PhaseSettings): Phase | null {
  return status === "ended" ? "ended" : null;
}

function waitOf({ paused }: EventRow, line: ListedLine): WaitRange | null {
  const { waiting, outflowPerMinute, stock, grants } = line;
  const isOut = [stock, grants].some((left) => left !== null && waiting >= left);
  if (paused || isOut) return null;
  const pace = peoplePace(outflowPerMinute, { called: 0, noShows: 0 });
  return expectedWaitSeconds(waiting, { outflow: outflowPerMinute, pace });
}

function nextAt(opening: PromisedOpening | null): string | null {
  if (opening?.type !== "opens" && opening?.type !== "unarmed") return null;
  return new Date(opening.atMs).toISOString();
}

/** The one problem of an event that is not open: nobody has started it, and its time comes or has come. */
function unarmedOr(opening: PromisedOpening | null): readonly EventProblem[] {
  const isPlanned = opening === null || opening.type === "opens" || opening.type === "undated";
  return isPlanned ? [] : ["unarmed"];
}

/** What is stored ends a few minutes ago: until now it goes on as it is now. */
function endingWith(
  series: readonly (number | null)[],
  waiting: number,
): readonly (number | null)[] {
  const known = series.findLastIndex((value) => value !== null);
  return series.map((value, index) =>
    index === series.length - 1 || (index > known && known !== -1) ? waiting : value,
  );
}

function problemsOf(
  row: EventRow,
  line: ListedLine | null,
  nowMs: number,
): readonly EventProblem[] {
  const isSettled = nowMs - row.updatedAtMs > BEHIND_AFTER_MS;
  if (line === null) return isSettled ? ["line-lost"] : [];
  const is: Record<EventProblem, boolean> = {
    "line-lost": false,
    stale:
      line.lineTimeMs - line.notedMs > (line.waiting > 0 ? STALE_AFTER_MS : EMPTY_STALE_AFTER_MS),
    recovering: line.clockJumpMs !== null || line.holdUntilMs > line.lineTimeMs,
    "soft-block": row.softBlock,
    governed: line.governedOutflow !== null && line.governedOutflow < row.settings.outflowPerMinute,
    behind: isSettled && line.settingsVersion < row.settingsVersion,
    "sold-out": line.stock !== null && line.stock <= 0,
    paused: row.paused,
    unarmed: false,
  };
  return EVENT_PROBLEMS.filter((problem) => is[problem]);
}
