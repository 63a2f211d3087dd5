import { instantToLocalTime } from "@/lib/domain/schedule/local-time";
import { comingPeriods, type KeptOccurrence } from "@/lib/domain/schedule/occurrence";
import type { Schedule } from "@/lib/domain/schedule/schedule";

const DAY_MS = 86_400_000;
const WEEKS = 5;
/** More than one an hour for five weeks would be no calendar any more. */
const PERIODS_MAX = 200;

/** A time at which the event is open, or a schedule holds. */
export type ComingTime = {
  readonly name: string;
  readonly startAtMs: number;
  readonly endAtMs: number | null;
};

/** A day of the calendar, in the event's time zone. */
export type CalendarDay = {
  /** `2026-11-23`. */
  readonly date: string;
  readonly isToday: boolean;
  /** The times that begin on this day or go on through it. */
  readonly times: readonly ComingTime[];
};

type Timed = {
  readonly name: string;
  readonly startAt: string | null;
  readonly endAt: string | null;
  readonly schedules: readonly Schedule[];
  readonly kind: "always-on" | "scheduled";
  readonly status: "draft" | "open" | "stopped";
  readonly occurrence: KeptOccurrence | null;
};

/** What is still to come: the times of the event itself, and those of its schedules. In order. */
export function comingTimes(event: Timed, nowMs: number): readonly ComingTime[] {
  const untilMs = nowMs + WEEKS * 7 * DAY_MS;
  const own = ownTime(event, nowMs);
  const [startAtMs, endAtMs] = [instantOf(event.startAt), instantOf(event.endAt)];
  const scheduled = comingPeriods({ ...event, startAtMs, endAtMs }, nowMs, PERIODS_MAX)
    .filter(({ startAtMs }) => startAtMs < untilMs)
    .map(({ schedule, startAtMs, endAtMs }) => ({ name: schedule.name, startAtMs, endAtMs }));
  const isDouble = scheduled.some(({ startAtMs }) => startAtMs === own?.startAtMs);
  return [...(own === null || isDouble ? [] : [own]), ...scheduled].sort(
    (one, other) => one.startAtMs - other.startAtMs,
  );
}

function instantOf(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}

function ownTime(event: Timed, nowMs: number): ComingTime | null {
  const { name, startAt, endAt, status, occurrence } = event;
  const wasStopped = status === "stopped" && occurrence !== null;
  if (startAt === null || wasStopped) return null;
  const endAtMs = instantOf(endAt);
  const isOver = (endAtMs ?? Date.parse(startAt)) <= nowMs;
  return isOver ? null : { name, startAtMs: Date.parse(startAt), endAtMs };
}

/** Five weeks from the Monday of this one, with what happens on each day. */
export function comingDays(
  times: readonly ComingTime[],
  timeZone: string,
  nowMs: number,
): readonly CalendarDay[] {
  const dateOf = (atMs: number) => instantToLocalTime(atMs, timeZone).slice(0, 10);
  const today = dateOf(nowMs);
  // Dates count in UTC, where every day has 24 hours.
  const todayMs = Date.parse(`${today}T00:00Z`);
  const mondayMs = todayMs - ((new Date(todayMs).getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: WEEKS * 7 }, (_, day) => {
    const date = new Date(mondayMs + day * DAY_MS).toISOString().slice(0, 10);
    const isOn = ({ startAtMs, endAtMs }: ComingTime) =>
      dateOf(startAtMs) <= date && date <= dateOf(Math.max(startAtMs, (endAtMs ?? startAtMs) - 1));
    return { date, isToday: date === today, times: times.filter(isOn) };
  });
}
