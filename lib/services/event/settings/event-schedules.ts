import { type Event, Prisma } from "@/lib/db/generated/client";
import { sameValue } from "@/lib/domain/same-value";
import { type EditedEvent, editSchedules, type RunTimes } from "@/lib/domain/schedule/edit";
import { readEventTimes } from "@/lib/domain/schedule/event-times";
import {
  type FollowingEvent,
  scheduleInForce as followedSchedule,
  heldUntilMs,
  type KeptOccurrence,
  keptOf,
  occurrenceOf,
  nextOpening as openingOf,
  periodFrom,
} from "@/lib/domain/schedule/occurrence";
import { type PromisedOpening, promisedOpening } from "@/lib/domain/schedule/promised-opening";
import {
  findOverlaps,
  type Schedule,
  type ScheduleOverrides,
  type SchedulePeriod,
} from "@/lib/domain/schedule/schedule";
import {
  occurrenceSchema,
  type Schedules,
  schedulesSchema,
} from "@/lib/domain/schedule/schedule-schema";
import { invalidField, ServiceError } from "@/lib/services/ground/errors";
import { settingsOf } from "@/lib/services/ground/setting-columns";

const OVERLAP_DAYS = 400;
const DAY_MS = 86_400_000;

/** Throws when the row holds schedules that no verb writes. */
export function schedulesOf(event: { readonly schedules: unknown }): Schedules {
  return schedulesSchema.parse(event.schedules);
}

/** As its row holds it, whether or not its times come from there. Throws for what no verb writes. */
export function occurrenceOfRow(event: { readonly occurrence: unknown }): KeptOccurrence | null {
  return occurrenceSchema.parse(event.occurrence);
}

/** The columns that decide which schedule an event follows. */
export type FollowingRow = Pick<Event, "kind" | "schedules" | "startAt" | "endAt" | "occurrence">;

function followingOf(event: FollowingRow): FollowingEvent {
  return {
    kind: event.kind === "always_on" ? "always-on" : "scheduled",
    schedules: schedulesOf(event),
    startAtMs: event.startAt?.getTime() ?? null,
    endAtMs: event.endAt?.getTime() ?? null,
    occurrence: occurrenceOfRow(event),
  };
}

/**
 * The schedule whose overrides are in force, or null: for a scheduled event that of the occurrence that its start comes
 * from, whatever the time is; for an always-on event the one that holds at the moment.
 */
export function scheduleInForce(event: FollowingRow, atMs: number): Schedule | null {
  return followedSchedule(followingOf(event), atMs);
}

/** The start before which an always-on event admits nobody, in the pre-queue of a schedule; null where it holds nobody back. */
export function heldUntil(event: FollowingRow, atMs: number): number | null {
  return heldUntilMs(followingOf(event), atMs);
}

/** The occurrence that a scheduled event's times come from; null where they are its own. */
export function occurrenceInForce(event: FollowingRow): KeptOccurrence | null {
  return occurrenceOf(followingOf(event));
}

/** The columns that an occurrence sets. */
export type OccurrenceTimes = {
  readonly startAt: Date | null;
  readonly endAt: Date | null;
  readonly preQueueMinutes: number;
  readonly occurrence: KeptOccurrence | typeof Prisma.DbNull;
};

function columnsOf({ startAtMs, endAtMs, preQueueMinutes, occurrence }: RunTimes): OccurrenceTimes {
  return {
    startAt: startAtMs === null ? null : new Date(startAtMs),
    endAt: endAtMs === null ? null : new Date(endAtMs),
    preQueueMinutes,
    occurrence: occurrence ?? Prisma.DbNull,
  };
}

function columnsOfPeriod(period: SchedulePeriod): OccurrenceTimes {
  const { startAtMs, endAtMs, schedule } = period;
  const { preQueueMinutes } = schedule;
  return columnsOf({ startAtMs, endAtMs, preQueueMinutes, occurrence: keptOf(period) });
}

/** The times of the occurrence that holds at a moment, else of the next one; null without any. */
export function occurrenceTimes(
  schedules: readonly Schedule[],
  nowMs: number,
): OccurrenceTimes | null {
  const period = periodFrom(schedules, nowMs);
  return period === null ? null : columnsOfPeriod(period);
}

type StoppedRow = FollowingRow & Pick<Event, "status">;

/** What the worker opens a stopped event for by itself, and when; null when it will not. */
export function nextOpening(
  event: StoppedRow,
  nowMs: number,
): { readonly times: OccurrenceTimes; readonly opensAt: Date } | null {
  if (event.status !== "stopped") return null;
  const opening = openingOf(followingOf(event), nowMs);
  if (opening === null) return null;
  return { times: columnsOfPeriod(opening.period), opensAt: new Date(opening.opensAtMs) };
}

/** What becomes of the opening that its times promise. */
export function openingOfRow(event: StoppedRow, nowMs: number): PromisedOpening | null {
  const facts = { ...followingOf(event), status: event.status };
  return promisedOpening({ ...facts, nextAtMs: nextPlanned(event, nowMs) }, nowMs);
}

/** What its schedules plan next: for a draft a start, for a stopped event when the worker opens it. */
export function nextPlanned(event: StoppedRow, nowMs: number): number | null {
  if (event.status !== "draft") return nextOpening(event, nowMs)?.opensAt.getTime() ?? null;
  return occurrenceTimes(schedulesOf(event), nowMs)?.startAt?.getTime() ?? null;
}

/** What an edit of its schedules changes of an event. */
export type EditedTimes = {
  readonly times: Partial<OccurrenceTimes>;
  /** What changes besides the schedules, a sentence each. */
  readonly effects: readonly string[];
};

type Settings = Required<ScheduleOverrides> & {
  readonly kind: "always-on" | "scheduled";
  readonly startLocal: string | null;
  readonly endLocal: string | null;
  readonly preQueueMinutes: number;
  readonly timeZone: string;
  readonly schedules: readonly Schedule[];
};

type SettingsChange = { readonly before: Settings; readonly after: Settings };

const OWN_TIMES = ["startLocal", "endLocal", "preQueueMinutes"] as const;

/**
 * The times of an event after a change of its settings: its schedules set them where it has some, and times that nobody
 * touched stay the same instants. Throws `precondition_failed` for what the console would show and nobody could do.
 */
export function timesAfterChange(event: Event, change: SettingsChange, nowMs: number): EditedTimes {
  const { before, after } = change;
  const isScheduled = before.kind === "scheduled" && after.kind === "scheduled";
  const occurrence = isScheduled ? occurrenceInForce(event) : null;
  refuseOwnTimes(occurrence, change);
  const kept = keptInstants(event, change, occurrence);
  if (before.kind !== after.kind) {
    const next = after.kind === "scheduled" ? occurrenceTimes(after.schedules, nowMs) : null;
    return {
      times: { occurrence: Prisma.DbNull, ...(event.status === "draft" ? next : null) },
      effects: [],
    };
  }
  const isEdited = !sameValue(before.schedules, after.schedules);
  const mayReach = event.status === "open" && before.endLocal !== after.endLocal;
  if (!isEdited && !mayReach) {
    const isDraft = event.status === "draft" && after.kind === "scheduled";
    const next = isDraft ? occurrenceTimes(after.schedules, nowMs) : null;
    return { times: { ...kept, ...next }, effects: [] };
  }
  const edited = timesAfterEdit({ ...event, ...newEnd(kept, after) }, after, nowMs);
  return { ...edited, times: { ...kept, ...edited.times } };
}

/** Times that nobody touched, to the millisecond: the form has them to the second. */
function keptInstants(
  { startAt, endAt }: Event,
  { before, after }: SettingsChange,
  occurrence: KeptOccurrence | null,
): Partial<Pick<Event, "startAt" | "endAt">> {
  if (occurrence !== null) return { startAt, endAt };
  if (before.kind !== after.kind || before.timeZone !== after.timeZone) return {};
  return {
    ...(before.startLocal === after.startLocal ? { startAt } : {}),
    ...(before.endLocal === after.endLocal ? { endAt } : {}),
  };
}

/** With an end of its own that changes, an open event is edited as if it had that one. */
function newEnd(kept: { readonly endAt?: Date | null }, after: Settings): { endAt?: Date | null } {
  if (kept.endAt !== undefined) return {};
  const result = readEventTimes(after);
  if (!result.ok || result.times.endAtMs === null) return { endAt: null };
  return { endAt: new Date(result.times.endAtMs) };
}

/** Times that a schedule sets are changed there. */
function refuseOwnTimes(
  occurrence: KeptOccurrence | null,
  { before, after }: SettingsChange,
): void {
  if (occurrence === null) return;
  const touched = OWN_TIMES.find((field) => before[field] !== after[field]);
  if (touched === undefined) return;
  const reason = `Schedule “${occurrence.schedule.name}” sets these times. Edit the schedule instead.`;
  throw new ServiceError("precondition_failed", reason, { fields: { [touched]: reason } });
}

function timesAfterEdit(event: Event, after: Settings, nowMs: number): EditedTimes {
  const { outflowPerMinute, method, activeCap, lineLimit, targetUrl, schedules } = after;
  const own = { outflowPerMinute, method, activeCap, lineLimit, targetUrl };
  const edit = editSchedules(editedOf(event), { schedules, own }, nowMs);
  if (!edit.isRefused) {
    return { times: edit.times === null ? {} : columnsOf(edit.times), effects: edit.effects };
  }
  const { reason } = edit;
  throw new ServiceError("precondition_failed", reason, { fields: { schedules: reason } });
}

function editedOf(event: Event): EditedEvent {
  return {
    ...followingOf(event),
    ...{ status: event.status, endAtMs: event.endAt?.getTime() ?? null },
    ...settingsOf(event, "preQueueMinutes", "timeZone"),
    own: settingsOf(event, "outflowPerMinute", "method", "activeCap", "lineLimit", "targetUrl"),
    changedAtMs: event.updatedAt.getTime(),
  };
}

/** Throws `invalid` for the field `schedules` when two would hold at once; the reason names both. */
export function refuseOverlaps(schedules: readonly Schedule[], nowMs: number): void {
  const horizon = { fromMs: nowMs, toMs: nowMs + OVERLAP_DAYS * DAY_MS };
  const [first] = findOverlaps(schedules, horizon);
  if (first !== undefined) throw invalidField("schedules", first.reason);
}

/** The columns that hold an outflow which the schedule in force overrides, with another one. */
export function withOutflow(
  event: FollowingRow,
  id: string,
  outflowPerMinute: number,
): { readonly schedules: Schedules; readonly occurrence?: KeptOccurrence } {
  const changed = <Named extends Schedule>(schedule: Named): Named =>
    schedule.id === id
      ? { ...schedule, overrides: { ...schedule.overrides, outflowPerMinute } }
      : schedule;
  const occurrence = occurrenceInForce(event);
  return {
    schedules: schedulesOf(event).map(changed),
    ...(occurrence === null
      ? {}
      : { occurrence: { ...occurrence, schedule: changed(occurrence.schedule) } }),
  };
}

type Drawn = {
  readonly draw: { readonly type: string } | null;
  readonly schedules: readonly Schedule[];
};

/** Why the runs that schedules open cannot have a draw; null where they can, or where none is wanted. */
export function drawnSchedulesProblem({ draw, schedules }: Drawn): string | null {
  if (draw === null || schedules.length === 0) return null;
  if (draw.type === "http-beacon") {
    return "A beacon round works for a single start only. With schedules, choose drand.";
  }
  const unfit = schedules.find(
    ({ preQueueMinutes, overrides: { method = "fifo" } }) =>
      preQueueMinutes === 0 || method !== "fifo",
  );
  if (unfit === undefined) return null;
  return `A draw requires a pre-queue and first come, first served. “${unfit.name}” doesn't have both.`;
}
