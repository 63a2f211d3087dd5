import type { Event } from "@/lib/db/generated/client";
import { runOpensAtMs } from "@/lib/domain/schedule/opening";
import {
  findOverlaps,
  type Schedule,
  scheduleAt,
  upcomingPeriods,
} from "@/lib/domain/schedule/schedule";
import { type Schedules, schedulesSchema } from "@/lib/domain/schedule/schedule-schema";
import { invalidField } from "@/lib/services/errors";

const OVERLAP_DAYS = 400;
const DAY_MS = 86_400_000;

/** Throws when the row holds schedules that no verb writes. */
export function schedulesOf(event: Pick<Event, "schedules">): Schedules {
  return schedulesSchema.parse(event.schedules);
}

/**
 * The schedule whose overrides are in force, or null: for a scheduled event the one that its start
 * comes from, whatever the time is; for an always-on event the one that holds at the moment.
 */
export function scheduleInForce(
  event: Pick<Event, "kind" | "schedules" | "startAt">,
  atMs: number,
): Schedule | null {
  const startAtMs = event.kind === "scheduled" ? (event.startAt?.getTime() ?? null) : null;
  const { current } = scheduleAt(schedulesOf(event), startAtMs ?? atMs);
  if (current === null) return null;
  const isOther = event.kind === "scheduled" && current.startAtMs !== startAtMs;
  return isOther ? null : current.schedule;
}

/** The columns that an occurrence sets. */
export type OccurrenceTimes = {
  readonly startAt: Date;
  readonly endAt: Date;
  readonly preQueueMinutes: number;
};

/** The times of the occurrence that holds at a moment, else of the next one; null without any. */
export function occurrenceTimes(
  schedules: readonly Schedule[],
  nowMs: number,
): OccurrenceTimes | null {
  const { current, next } = scheduleAt(schedules, nowMs);
  const period = current ?? next;
  if (period === null) return null;
  return {
    startAt: new Date(period.startAtMs),
    endAt: new Date(period.endAtMs),
    preQueueMinutes: period.schedule.preQueueMinutes,
  };
}

/**
 * When the worker opens a stopped event by itself; null when it will not. The start of such an event
 * still says which occurrence it was opened for; that one is not opened again.
 */
export function nextOpening(
  event: Pick<Event, "kind" | "status" | "schedules" | "startAt" | "endAt">,
  nowMs: number,
): Date | null {
  if (event.kind !== "scheduled" || event.status !== "stopped") return null;
  const schedules = schedulesOf(event);
  const { current } = scheduleAt(schedules, nowMs);
  const periods = [...(current === null ? [] : [current]), ...upcomingPeriods(schedules, nowMs, 2)];
  const period = periods.find(({ startAtMs }) => startAtMs !== event.startAt?.getTime());
  if (period === undefined) return null;
  return new Date(runOpensAtMs(period, event.endAt?.getTime() ?? null));
}

type Settings = {
  readonly kind: "always-on" | "scheduled";
  readonly startLocal: string | null;
  readonly endLocal: string | null;
  readonly timeZone: string;
  readonly schedules: readonly Schedule[];
};

/**
 * The times of an event after a change: until the start they follow the schedules, and times that
 * nobody touched stay the same instants.
 */
export function timesAfterChange(
  event: Event,
  { before, after }: { readonly before: Settings; readonly after: Settings },
  nowMs: number,
): Partial<Pick<Event, "startAt" | "endAt" | "preQueueMinutes">> {
  const isUntouched = (["kind", "timeZone", "startLocal", "endLocal"] as const).every(
    (field) => before[field] === after[field],
  );
  const kept = isUntouched ? { startAt: event.startAt, endAt: event.endAt } : {};
  const hasStarted = event.startAt !== null && event.startAt.getTime() <= nowMs;
  const mayMove = event.status === "draft" || (event.status === "open" && !hasStarted);
  if (!mayMove || after.kind !== "scheduled") return kept;
  return { ...kept, ...occurrenceTimes(after.schedules, nowMs) };
}

/** Throws `invalid` for the field `schedules` when two would hold at once; the reason names both. */
export function refuseOverlaps(schedules: readonly Schedule[], nowMs: number): void {
  const horizon = { fromMs: nowMs, toMs: nowMs + OVERLAP_DAYS * DAY_MS };
  const [first] = findOverlaps(schedules, horizon);
  if (first !== undefined) throw invalidField("schedules", first.reason);
}

/** The schedules with another outflow in one of them. */
export function withOutflow(schedules: Schedules, id: string, outflowPerMinute: number): Schedules {
  return schedules.map((schedule) =>
    schedule.id === id
      ? { ...schedule, overrides: { ...schedule.overrides, outflowPerMinute } }
      : schedule,
  );
}

type Drawn = {
  readonly draw: { readonly type: string } | null;
  readonly schedules: readonly Schedule[];
};

/** Why the runs that schedules open cannot have a draw; null where they can, or where none is wanted. */
export function drawnSchedulesProblem({ draw, schedules }: Drawn): string | null {
  if (draw === null || schedules.length === 0) return null;
  if (draw.type === "http-beacon") {
    return "The round of a beacon suits one start. With schedules choose drand.";
  }
  const unfit = schedules.find(
    ({ preQueueMinutes, overrides: { method = "fifo" } }) =>
      preQueueMinutes === 0 || method !== "fifo",
  );
  if (unfit === undefined) return null;
  return `A draw needs a pre-queue and first come, first served; “${unfit.name}” has another way.`;
}
