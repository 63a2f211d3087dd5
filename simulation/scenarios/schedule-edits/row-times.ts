import type { Schedule } from "@/lib/domain/schedule/schedule";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A time as a row of the console says it. */
export type ShownTime = {
  readonly preQueueAtMs: number;
  readonly startAtMs: number;
  readonly endAtMs: number;
};

/** The times of a row from the day before a moment on, for three days: by arithmetic that shares nothing with the rules. */
export function rowTimes({ timing, preQueueMinutes }: Schedule, aroundMs: number): ShownTime[] {
  const shown = (startAtMs: number, endAtMs: number) => ({
    preQueueAtMs: startAtMs - preQueueMinutes * MINUTE_MS,
    ...{ startAtMs, endAtMs },
  });
  if (timing.kind === "once") {
    return [shown(Date.parse(`${timing.startLocal}Z`), Date.parse(`${timing.endLocal}Z`))];
  }
  const { startTime, durationMinutes, exceptDates } = timing.recurrence;
  const today = Math.floor(aroundMs / DAY_MS);
  return [today - 1, today, today + 1]
    .map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10))
    .filter((date) => !exceptDates.includes(date))
    .map((date) => {
      const startAtMs = Date.parse(`${date}T${startTime}Z`);
      return shown(startAtMs, startAtMs + durationMinutes * MINUTE_MS);
    });
}
