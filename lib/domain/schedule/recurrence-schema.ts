import { z } from "zod";
import { wholeNumber } from "@/lib/domain/fields";
import {
  everOccurs,
  LAST_DAY_OF_MONTH,
  type Recurrence,
  type RecurrencePattern,
  shortestGapDays,
  WEEKDAYS,
} from "./recurring";
import { isTimeZone } from "./time-zone";

const MINUTES_PER_DAY = 1_440;
const EXCEPT_DATES_MAX = 366;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

const unique = <Value>(values: readonly Value[]) => [...new Set(values)];

const dateField = z.string().refine(isDate, "Enter the date as 2026-03-29.");

const patternSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("daily") }),
  z.strictObject({
    kind: z.literal("weekly"),
    weekdays: z.array(z.enum(WEEKDAYS)).min(1, "Choose at least one weekday.").transform(unique),
  }),
  z.strictObject({
    kind: z.literal("monthly"),
    monthDays: z
      .array(z.union([z.literal(LAST_DAY_OF_MONTH), wholeNumber(1, 31)]))
      .min(1, "Choose at least one day of the month.")
      .transform(unique),
  }),
]);

/** A recurrence as forms and the API send it. Refuses one that would never happen. */
export const recurrenceSchema = z
  .strictObject({
    pattern: patternSchema,
    startTime: z.string().regex(TIME_OF_DAY, "Enter the time as 09:30."),
    durationMinutes: wholeNumber(1, 31 * MINUTES_PER_DAY),
    timeZone: z.string().refine(isTimeZone, "Choose a time zone such as Europe/Vienna."),
    fromDate: dateField.nullable().default(null),
    untilDate: dateField.nullable().default(null),
    exceptDates: z
      .array(dateField)
      .max(EXCEPT_DATES_MAX, `At most ${EXCEPT_DATES_MAX} dates.`)
      .transform((dates) => unique(dates).sort())
      .default([]),
  })
  .superRefine(refuseContradictions);

/** The longest that an occurrence may last, in minutes, without running into the next. */
export function longestMinutes(pattern: RecurrencePattern): number {
  return shortestGapDays(pattern) * MINUTES_PER_DAY;
}

function refuseContradictions(recurrence: Recurrence, issues: z.core.$RefinementCtx): void {
  const refuse = (field: keyof Recurrence, message: string) =>
    issues.addIssue({ code: "custom", path: [field], message });
  if (recurrence.durationMinutes > longestMinutes(recurrence.pattern)) {
    refuse("durationMinutes", "Each occurrence must end before the next one starts.");
  }
  const { fromDate, untilDate } = recurrence;
  if (fromDate !== null && untilDate !== null && untilDate < fromDate) {
    refuse("untilDate", "The last date must not be before the first.");
  } else if (hasDays(recurrence.pattern) && !everOccurs(recurrence)) {
    refuse("untilDate", "No dates are left. Change the dates.");
  }
}

/** False for an empty choice of days, which is refused for that. */
function hasDays(pattern: RecurrencePattern): boolean {
  if (pattern.kind === "daily") return true;
  return (pattern.kind === "weekly" ? pattern.weekdays : pattern.monthDays).length > 0;
}

function isDate(text: string): boolean {
  if (!DATE.test(text) || text < "1970") return false;
  const atMs = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}
