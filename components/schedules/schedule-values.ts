import { typedList } from "@/components/shared/typed-list";
import {
  LAST_DAY_OF_MONTH,
  type Recurrence,
  type RecurrencePattern,
  WEEKDAYS,
  type Weekday,
} from "@/lib/domain/schedule/recurring";
import type { Schedule, ScheduleOverrides, ScheduleTiming } from "@/lib/domain/schedule/schedule";
import type { Schedules } from "@/lib/domain/schedule/schedule-schema";

/** What the form of a schedule holds: texts and numbers as typed. */
export type ScheduleValues = {
  name: string;
  kind: ScheduleTiming["kind"];
  timeZone: string;
  startLocal: string;
  endLocal: string;
  pattern: RecurrencePattern["kind"];
  weekdays: Record<Weekday, boolean>;
  /** `1, 15, last` */
  monthDays: string;
  startTime: string;
  durationMinutes: number | null;
  fromDate: string;
  untilDate: string;
  /** One date a line. */
  exceptDates: string;
  preQueueMinutes: number | null;
  /** An empty field leaves the event's setting. */
  outflowPerMinute: number | null;
  method: NonNullable<ScheduleOverrides["method"]> | typeof AS_THE_EVENT;
  activeCap: LimitValues;
  lineLimit: LimitValues;
  targetUrl: string;
};

/** A limit that a schedule may leave as it is, lift or set. */
export type LimitValues = { choice: "event" | "none" | "limit"; limit: number | null };

export const AS_THE_EVENT = "-" as const;

/** An emptied number field; the service refuses it with the range that it takes. */
const EMPTY = Number.NaN;

/** The values of a new schedule. */
export function newScheduleValues(timeZone: string): ScheduleValues {
  return {
    name: "",
    kind: "recurring",
    timeZone,
    startLocal: "",
    endLocal: "",
    pattern: "weekly",
    weekdays: toWeekdayValues([]),
    monthDays: "1",
    startTime: "09:00",
    durationMinutes: 60,
    fromDate: "",
    untilDate: "",
    exceptDates: "",
    preQueueMinutes: 0,
    outflowPerMinute: null,
    method: AS_THE_EVENT,
    activeCap: toLimitValues(undefined),
    lineLimit: toLimitValues(undefined),
    targetUrl: "",
  };
}

export function toScheduleValues(schedule: Schedule): ScheduleValues {
  const { name, timing, preQueueMinutes, overrides } = schedule;
  const own = {
    name,
    preQueueMinutes,
    outflowPerMinute: overrides.outflowPerMinute ?? null,
    method: overrides.method ?? AS_THE_EVENT,
    activeCap: toLimitValues(overrides.activeCap),
    lineLimit: toLimitValues(overrides.lineLimit),
    targetUrl: overrides.targetUrl ?? "",
  };
  if (timing.kind === "once") return { ...newScheduleValues(timing.timeZone), ...timing, ...own };
  const { recurrence } = timing;
  return {
    ...newScheduleValues(recurrence.timeZone),
    ...toPatternValues(recurrence.pattern),
    ...own,
    startTime: recurrence.startTime,
    durationMinutes: recurrence.durationMinutes,
    fromDate: recurrence.fromDate ?? "",
    untilDate: recurrence.untilDate ?? "",
    exceptDates: recurrence.exceptDates.join("\n"),
  };
}

function toPatternValues(pattern: RecurrencePattern): Partial<ScheduleValues> {
  switch (pattern.kind) {
    case "daily":
      return { pattern: "daily" };
    case "weekly":
      return { pattern: "weekly", weekdays: toWeekdayValues(pattern.weekdays) };
    case "monthly": {
      const words = pattern.monthDays.map((day) => (day === LAST_DAY_OF_MONTH ? "last" : day));
      return { pattern: "monthly", monthDays: words.join(", ") };
    }
  }
}

function toLimitValues(limit: number | null | undefined): LimitValues {
  if (limit === undefined) return { choice: "event", limit: null };
  return { choice: limit === null ? "none" : "limit", limit };
}

/** A limit to set, null to lift it, undefined to leave it as the event has it. */
function toLimit({ choice, limit }: LimitValues): number | null | undefined {
  if (choice === "event") return undefined;
  return choice === "none" ? null : (limit ?? EMPTY);
}

function toWeekdayValues(chosen: readonly Weekday[]): Record<Weekday, boolean> {
  const has = (day: Weekday) => chosen.includes(day);
  return {
    monday: has("monday"),
    tuesday: has("tuesday"),
    wednesday: has("wednesday"),
    thursday: has("thursday"),
    friday: has("friday"),
    saturday: has("saturday"),
    sunday: has("sunday"),
  };
}

/** A schedule for the service, which checks it. */
export function toSchedule(values: ScheduleValues, id: string): Schedules[number] {
  return {
    id,
    name: values.name,
    timing:
      values.kind === "once"
        ? {
            kind: "once",
            startLocal: values.startLocal,
            endLocal: values.endLocal,
            timeZone: values.timeZone,
          }
        : { kind: "recurring", recurrence: toRecurrence(values) },
    preQueueMinutes: values.preQueueMinutes ?? EMPTY,
    overrides: toOverrides(values),
  };
}

type StoredRecurrence = Extract<Schedules[number]["timing"], { kind: "recurring" }>["recurrence"];

function toRecurrence(values: ScheduleValues): StoredRecurrence & Recurrence {
  return {
    pattern: toPattern(values),
    startTime: values.startTime,
    durationMinutes: values.durationMinutes ?? EMPTY,
    timeZone: values.timeZone,
    fromDate: values.fromDate === "" ? null : values.fromDate,
    untilDate: values.untilDate === "" ? null : values.untilDate,
    exceptDates: typedList(values.exceptDates),
  };
}

function toPattern({ pattern, weekdays, monthDays }: ScheduleValues): StoredRecurrence["pattern"] {
  switch (pattern) {
    case "daily":
      return { kind: "daily" };
    case "weekly":
      return { kind: "weekly", weekdays: WEEKDAYS.filter((day) => weekdays[day]) };
    case "monthly":
      return {
        kind: "monthly",
        monthDays: typedList(monthDays).map((day) =>
          day.toLowerCase() === "last" ? LAST_DAY_OF_MONTH : Number(day),
        ),
      };
  }
}

function toOverrides(values: ScheduleValues): Schedules[number]["overrides"] {
  const { outflowPerMinute, method, targetUrl } = values;
  const [activeCap, lineLimit] = [toLimit(values.activeCap), toLimit(values.lineLimit)];
  return {
    ...(outflowPerMinute === null ? {} : { outflowPerMinute }),
    ...(method === AS_THE_EVENT ? {} : { method }),
    ...(activeCap === undefined ? {} : { activeCap }),
    ...(lineLimit === undefined ? {} : { lineLimit }),
    ...(targetUrl.trim() === "" ? {} : { targetUrl }),
  };
}

/** Moves the reasons for parts of one schedule to the fields of its form. */
export function fieldErrorsOf(
  fields: Readonly<Record<string, string>>,
  index: number,
): Readonly<Record<string, string>> {
  const prefix = `schedules.${index}.`;
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, reason]) => [fieldOf(path.slice(prefix.length)), reason]),
  );
}

function fieldOf(path: string): string {
  const field = path.replace(/^(timing\.(recurrence\.)?(pattern\.)?|overrides\.)/, "");
  if (field === "activeCap" || field === "lineLimit") return `${field}.limit`;
  return field.replace(/\.\d+$/, "");
}
