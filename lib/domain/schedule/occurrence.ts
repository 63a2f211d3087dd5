import { runOpensAtMs } from "./opening";
import {
  periodStartingAt,
  type Schedule,
  type SchedulePeriod,
  scheduleAt,
  upcomingPeriods,
} from "./schedule";

/**
 * The occurrence that a run was opened for, with its schedule as it was then. The run keeps it, whatever becomes of the
 * schedule.
 */
export type KeptOccurrence = {
  readonly schedule: Schedule;
  readonly startAtMs: number;
  readonly endAtMs: number;
};

/** What decides which schedule an event follows. */
export type FollowingEvent = {
  readonly kind: "always-on" | "scheduled";
  readonly schedules: readonly Schedule[];
  readonly startAtMs: number | null;
  readonly endAtMs: number | null;
  /** Null of its own, and for a run that the version before opened. */
  readonly occurrence: KeptOccurrence | null;
};

/**
 * The occurrence that a scheduled event's times come from; null where they are its own. While its schedule still has
 * the occurrence, it is as that schedule has it; afterwards as the run kept it. Of a run that kept none it is the one with the
 * same start and end: own times may begin with an occurrence that is none of theirs.
 */
export function occurrenceOf(event: FollowingEvent): KeptOccurrence | null {
  const { kind, schedules, startAtMs, endAtMs, occurrence } = event;
  if (kind !== "scheduled" || startAtMs === null) return null;
  const kept = occurrence?.startAtMs === startAtMs ? occurrence : null;
  const named = kept === null ? schedules : schedules.filter(({ id }) => id === kept.schedule.id);
  const live = named.flatMap((schedule) => periodStartingAt(schedule, startAtMs) ?? []);
  const found = kept === null ? live.find((one) => one.endAtMs === endAtMs) : live[0];
  return found === undefined ? kept : keptOf(found);
}

/**
 * The schedule whose overrides are in force, or null: for a scheduled event that of its occurrence, whatever the time
 * is; for an always-on event the one that holds at the moment.
 */
export function scheduleInForce(event: FollowingEvent, atMs: number): Schedule | null {
  if (event.kind === "scheduled") return occurrenceOf(event)?.schedule ?? null;
  return scheduleAt(event.schedules, atMs).current?.schedule ?? null;
}

/**
 * The start before which an always-on event admits nobody, in the pre-queue of a schedule; null where it holds nobody back.
 */
export function heldUntilMs({ kind, schedules }: FollowingEvent, atMs: number): number | null {
  if (kind !== "always-on") return null;
  const { current } = scheduleAt(schedules, atMs);
  return current !== null && atMs < current.startAtMs ? current.startAtMs : null;
}

/** The period that holds at a moment, else the next one; null without any. */
export function periodFrom(schedules: readonly Schedule[], nowMs: number): SchedulePeriod | null {
  const { current, next } = scheduleAt(schedules, nowMs);
  return current ?? next;
}

/** True for the occurrence that the event was opened for last. It is not opened again by itself. */
export function isOpenedFor(event: FollowingEvent, period: SchedulePeriod): boolean {
  const last = occurrenceOf(event);
  if (last === null) return period.startAtMs === event.startAtMs;
  return last.startAtMs === period.startAtMs && last.schedule.id === period.schedule.id;
}

/**
 * What a stopped event is opened for by itself, and when; null when it is not. The occurrence that it was opened for last
 * is skipped, whether it ended or somebody stopped it.
 */
export function nextOpening(
  event: FollowingEvent,
  nowMs: number,
): { readonly period: SchedulePeriod; readonly opensAtMs: number } | null {
  if (event.kind !== "scheduled") return null;
  const { current } = scheduleAt(event.schedules, nowMs);
  const upcoming = upcomingPeriods(event.schedules, nowMs, 2);
  const periods = [...(current === null ? [] : [current]), ...upcoming];
  const period = periods.find((one) => !isOpenedFor(event, one));
  return period === undefined ? null : { period, opensAtMs: runOpensAtMs(period, event.endAtMs) };
}

/**
 * The next periods that begin after a moment and happen, at most `count`: all but the one that a stopped event was opened
 * for already.
 */
export function comingPeriods(
  event: FollowingEvent & { readonly status: "draft" | "open" | "stopped" },
  afterMs: number,
  count: number,
): readonly SchedulePeriod[] {
  const periods = upcomingPeriods(event.schedules, afterMs, count + 1);
  const isSkipped = (period: SchedulePeriod) =>
    event.kind === "scheduled" && event.status === "stopped" && isOpenedFor(event, period);
  return periods.filter((period) => !isSkipped(period)).slice(0, count);
}

export function keptOf({ schedule, startAtMs, endAtMs }: SchedulePeriod): KeptOccurrence {
  return { schedule, startAtMs, endAtMs };
}
