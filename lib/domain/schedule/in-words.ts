import {
  LAST_DAY_OF_MONTH,
  type Recurrence,
  type RecurrencePattern,
  WEEKDAYS,
  type Weekday,
} from "./recurring";
import type { Schedule, ScheduleOverrides, ScheduleTiming } from "./schedule";

const METHODS = {
  fifo: "first come, first served",
  random: "random order",
  passthrough: "everyone let through",
  reject: "nobody admitted",
} as const satisfies Record<NonNullable<ScheduleOverrides["method"]>, string>;

/** Everything about a schedule but its name; no two that differ read the same. */
export function scheduleInWords({ timing, preQueueMinutes, overrides }: Schedule): string {
  const preQueue = preQueueMinutes === 0 ? [] : [`pre-queue ${preQueueMinutes} min`];
  return [timingInWords(timing), ...preQueue, ...overridesInWords(overrides)].join("; ");
}

/** `Mon, Fri at 09:00 for 2 h (Europe/Madrid)`, with the limits of a recurrence. */
export function timingInWords(timing: ScheduleTiming): string {
  if (timing.kind === "once") {
    const [start, end] = [timing.startLocal, timing.endLocal].map((at) => at.replace("T", " "));
    return `once from ${start} to ${end} (${timing.timeZone})`;
  }
  const { recurrence } = timing;
  const { pattern, startTime, durationMinutes, timeZone } = recurrence;
  const clock = `at ${startTime} for ${durationInWords(durationMinutes)} (${timeZone})`;
  return [`${patternInWords(pattern)} ${clock}`, ...limitsInWords(recurrence)].join(", ");
}

/** What a schedule replaces, one phrase each. */
export function overridesInWords(overrides: ScheduleOverrides): readonly string[] {
  const { outflowPerMinute, method, activeCap, lineLimit, targetUrl } = overrides;
  return [
    outflowPerMinute === undefined ? null : `outflow ${outflowPerMinute} per minute`,
    method === undefined ? null : METHODS[method],
    activeCap === undefined ? null : `active cap ${activeCap ?? "none"}`,
    lineLimit === undefined ? null : `line limit ${lineLimit ?? "none"}`,
    targetUrl === undefined ? null : `target ${targetUrl}`,
  ].filter((phrase) => phrase !== null);
}

/** `90 min` as `1 h 30 min`. */
export function durationInWords(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** `Mon` for monday. */
export function shortWeekday(weekday: Weekday): string {
  return `${weekday.charAt(0).toUpperCase()}${weekday.slice(1, 3)}`;
}

function patternInWords(pattern: RecurrencePattern): string {
  switch (pattern.kind) {
    case "daily":
      return "every day";
    case "weekly":
      return WEEKDAYS.filter((day) => pattern.weekdays.includes(day))
        .map(shortWeekday)
        .join(", ");
    case "monthly":
      return `monthly on ${pattern.monthDays.map(monthDayInWords).join(", ")}`;
  }
}

function monthDayInWords(day: number): string {
  return day === LAST_DAY_OF_MONTH ? "the last day" : `day ${day}`;
}

function limitsInWords({ fromDate, untilDate, exceptDates }: Recurrence): readonly string[] {
  return [
    ...(fromDate === null ? [] : [`from ${fromDate}`]),
    ...(untilDate === null ? [] : [`until ${untilDate}`]),
    ...(exceptDates.length === 0 ? [] : [`except ${exceptDates.join(", ")}`]),
  ];
}
