import { localTimeToInstantForward } from "./forward-time";
import { instantToLocalTime } from "./local-time";

/** In the order of `Date.prototype.getUTCDay`. */
export const WEEKDAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/** As a day of the month: its last one, whichever that is (as -1 of BYMONTHDAY in RFC 5545). */
export const LAST_DAY_OF_MONTH = -1;

export type RecurrencePattern =
  | { readonly kind: "daily" }
  | { readonly kind: "weekly"; readonly weekdays: readonly Weekday[] }
  /** 1 to 31 or {@link LAST_DAY_OF_MONTH}; a month without such a day is left out. */
  | { readonly kind: "monthly"; readonly monthDays: readonly number[] };

/** A rule by which something begins again and again, at the same time on local clocks. */
export type Recurrence = {
  readonly pattern: RecurrencePattern;
  /** `HH:MM` on the clocks of `timeZone`. */
  readonly startTime: string;
  /** Elapsed minutes, even if the clocks change meanwhile. */
  readonly durationMinutes: number;
  /** IANA name, e.g. `Europe/Madrid`. */
  readonly timeZone: string;
  /** First local date (`YYYY-MM-DD`) on which it may begin; null for no limit. */
  readonly fromDate: string | null;
  /** Last local date on which it may begin; null for no limit. */
  readonly untilDate: string | null;
  /** Local dates on which it does not begin. */
  readonly exceptDates: readonly string[];
};

export type Occurrence = {
  /** The local date on which it begins, as `exceptDates` would name it. */
  readonly date: string;
  readonly startAtMs: number;
  readonly endAtMs: number;
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LAST_DAY_OF_CALENDAR = dayOf("9999-12-31");
/** The longest pause of a monthly pattern: from a 31st over one month to the next 31st. */
const LONGEST_GAP_DAYS = 62;

/**
 * The next `count` occurrences that begin after a moment, in order; fewer when there are no more.
 * A time that clocks skip moves forward by as much; a time that they show twice means the first.
 */
export function nextOccurrences(
  recurrence: Recurrence,
  afterMs: number,
  count: number,
): readonly Occurrence[] {
  const found: Occurrence[] = [];
  if (count < 1) return found;
  for (const occurrence of occurrencesFrom(recurrence, afterMs)) {
    if (occurrence.startAtMs <= afterMs) continue;
    found.push(occurrence);
    if (found.length >= count) break;
  }
  return found;
}

/** The occurrences of which some part lies in `[fromMs, toMs)`, in order; no two of them overlap. */
export function occurrencesBetween(
  recurrence: Recurrence,
  fromMs: number,
  toMs: number,
): readonly Occurrence[] {
  const found: Occurrence[] = [];
  for (const occurrence of occurrencesFrom(recurrence, fromMs)) {
    if (occurrence.startAtMs >= toMs) break;
    if (occurrence.endAtMs > fromMs) found.push(occurrence);
  }
  return found;
}

/** The fewest days between two occurrences of a pattern; longer ones would overlap. */
export function shortestGapDays(pattern: RecurrencePattern): number {
  const firstDay = dayOf("2024-01-01");
  let shortest = LONGEST_GAP_DAYS;
  let previous: number | null = null;
  // Four years hold every sequence of month lengths.
  for (let day = firstDay; day < firstDay + 1_500; day += 1) {
    if (!matchesPattern(pattern, day)) continue;
    if (previous !== null) shortest = Math.min(shortest, day - previous);
    previous = day;
  }
  return shortest;
}

/** True when there is at least one day on which it begins. */
export function everOccurs(recurrence: Recurrence): boolean {
  return startDays(recurrence, 0).next().done !== true;
}

/**
 * Every occurrence that may last beyond `fromMs`, in order, and perhaps some earlier ones.
 * Where clock changes bring two closer together than the duration, the earlier one ends early.
 */
function* occurrencesFrom(recurrence: Recurrence, fromMs: number): Generator<Occurrence> {
  const durationMs = recurrence.durationMinutes * MINUTE_MS;
  const reachesBackTo = instantToLocalTime(fromMs - durationMs, recurrence.timeZone).slice(0, 10);
  let open: Occurrence | null = null;
  // One day earlier: a skipped time may begin on the next local date.
  for (const day of startDays(recurrence, dayOf(reachesBackTo) - 1)) {
    const date = dateOf(day);
    const local = `${date}T${recurrence.startTime}`;
    const startAtMs = localTimeToInstantForward(local, recurrence.timeZone);
    if (startAtMs === null) continue;
    if (open !== null && open.startAtMs < startAtMs) {
      yield { ...open, endAtMs: Math.min(open.endAtMs, startAtMs) };
    }
    open = { date, startAtMs, endAtMs: startAtMs + durationMs };
  }
  if (open !== null) yield open;
}

/** The days (since 1970-01-01) on which it begins, in order, none before `firstDay`. */
function* startDays(recurrence: Recurrence, firstDay: number): Generator<number> {
  const { pattern, fromDate, untilDate } = recurrence;
  const excepted = new Set(recurrence.exceptDates);
  const lastDay = untilDate === null ? LAST_DAY_OF_CALENDAR : dayOf(untilDate);
  const barrenDaysMax = LONGEST_GAP_DAYS * (1 + excepted.size);
  let barrenDays = 0;
  let day = Math.max(firstDay, fromDate === null ? 0 : dayOf(fromDate));
  for (; day <= lastDay && barrenDays <= barrenDaysMax; day += 1) {
    barrenDays += 1;
    if (!matchesPattern(pattern, day) || excepted.has(dateOf(day))) continue;
    barrenDays = 0;
    yield day;
  }
}

function matchesPattern(pattern: RecurrencePattern, day: number): boolean {
  switch (pattern.kind) {
    case "daily":
      return true;
    case "weekly": {
      const weekday = WEEKDAYS[new Date(day * DAY_MS).getUTCDay()];
      return weekday !== undefined && pattern.weekdays.includes(weekday);
    }
    case "monthly": {
      const isLast = dayOfMonth(day + 1) === 1;
      if (isLast && pattern.monthDays.includes(LAST_DAY_OF_MONTH)) return true;
      return pattern.monthDays.includes(dayOfMonth(day));
    }
  }
}

function dayOfMonth(day: number): number {
  return new Date(day * DAY_MS).getUTCDate();
}

function dayOf(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00Z`) / DAY_MS);
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
