import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { localTimeToInstantForward } from "./forward-time";
import { instantToLocalTime } from "./local-time";
import {
  LAST_DAY_OF_MONTH,
  nextOccurrences,
  occurrencesBetween,
  type Recurrence,
  type RecurrencePattern,
  shortestGapDays,
  WEEKDAYS,
} from "./recurring";

const HOUR_MS = 3_600_000;
const at = (iso: string) => Date.parse(iso);
/** The occurrence that contains a moment: its start belongs to it, its end does not. */
const occurrenceAt = (recurrence: Recurrence, atMs: number) =>
  occurrencesBetween(recurrence, atMs, atMs + 1)[0] ?? null;
const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

const daily = (
  timeZone: string,
  startTime: string,
  changes: Partial<Recurrence> = {},
): Recurrence => ({
  pattern: { kind: "daily" },
  startTime,
  durationMinutes: 60,
  timeZone,
  fromDate: null,
  untilDate: null,
  exceptDates: [],
  ...changes,
});

describe("starts across clock changes", () => {
  test.each<[timeZone: string, startTime: string, after: string, starts: string[]]>([
    // Madrid skips 02:00 to 03:00 on 2026-03-29 and has it twice on 2026-10-25.
    [
      "Europe/Madrid",
      "02:30",
      "2026-03-28T00:00Z",
      ["2026-03-28T01:30:00.000Z", "2026-03-29T01:30:00.000Z", "2026-03-30T00:30:00.000Z"],
    ],
    [
      "Europe/Madrid",
      "02:30",
      "2026-10-24T00:00Z",
      ["2026-10-24T00:30:00.000Z", "2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z"],
    ],
    [
      "Europe/Madrid",
      "10:00",
      "2026-03-28T00:00Z",
      ["2026-03-28T09:00:00.000Z", "2026-03-29T08:00:00.000Z"],
    ],
    // New York skips 02:00 to 03:00 on 2026-03-08 and has 01:00 to 02:00 twice on 2026-11-01.
    [
      "America/New_York",
      "02:30",
      "2026-03-07T00:00Z",
      ["2026-03-07T07:30:00.000Z", "2026-03-08T07:30:00.000Z", "2026-03-09T06:30:00.000Z"],
    ],
    [
      "America/New_York",
      "01:30",
      "2026-10-31T00:00Z",
      ["2026-10-31T05:30:00.000Z", "2026-11-01T05:30:00.000Z", "2026-11-02T06:30:00.000Z"],
    ],
    // Lord Howe Island skips 02:00 to 02:30 on 2026-10-04 and has 01:30 to 02:00 twice on 2026-04-05.
    [
      "Australia/Lord_Howe",
      "02:15",
      "2026-10-02T12:00Z",
      ["2026-10-02T15:45:00.000Z", "2026-10-03T15:45:00.000Z", "2026-10-04T15:15:00.000Z"],
    ],
    [
      "Australia/Lord_Howe",
      "01:45",
      "2026-04-03T12:00Z",
      ["2026-04-03T14:45:00.000Z", "2026-04-04T14:45:00.000Z", "2026-04-05T15:15:00.000Z"],
    ],
    [
      "Asia/Kolkata",
      "02:30",
      "2026-03-28T12:00Z",
      ["2026-03-28T21:00:00.000Z", "2026-03-29T21:00:00.000Z"],
    ],
    // Samoa had no 2011-12-30: what would begin then falls together with the next day's.
    [
      "Pacific/Apia",
      "12:00",
      "2011-12-29T12:00Z",
      ["2011-12-29T22:00:00.000Z", "2011-12-30T22:00:00.000Z", "2011-12-31T22:00:00.000Z"],
    ],
  ])("every day at %s %s after %s", (timeZone, startTime, after, starts) => {
    const found = nextOccurrences(daily(timeZone, startTime), at(after), starts.length);
    expect(found.map(({ startAtMs }) => iso(startAtMs))).toEqual(starts);
  });

  test.each([
    ["2026-03-29T02:00", "Europe/Madrid", "2026-03-29T03:00"],
    ["2026-03-29T02:59", "Europe/Madrid", "2026-03-29T03:59"],
    ["2026-03-29T03:00", "Europe/Madrid", "2026-03-29T03:00"],
    ["2026-03-08T02:30", "America/New_York", "2026-03-08T03:30"],
    ["2026-10-04T02:00", "Australia/Lord_Howe", "2026-10-04T02:30"],
    ["2026-03-29T00:30", "Asia/Beirut", "2026-03-29T01:30"],
    ["2011-12-30T08:00", "Pacific/Apia", "2011-12-31T08:00"],
  ])("%s in %s is shown as %s", (local, timeZone, shown) => {
    const instantMs = localTimeToInstantForward(local, timeZone);
    expect(instantMs === null ? null : instantToLocalTime(instantMs, timeZone)).toBe(shown);
  });

  test("only what no calendar has is no time", () => {
    expect(localTimeToInstantForward("2026-02-30T02:30", "Europe/Madrid")).toBeNull();
  });

  test("a duration is elapsed time, whatever clocks do meanwhile", () => {
    const night = daily("Europe/Madrid", "22:00", { durationMinutes: 480 });
    expect(iso(occurrenceAt(night, at("2026-03-29T00:00Z"))?.endAtMs)).toBe(
      "2026-03-29T05:00:00.000Z",
    );
    expect(iso(occurrenceAt(night, at("2026-10-25T00:00Z"))?.endAtMs)).toBe(
      "2026-10-25T04:00:00.000Z",
    );
  });

  test("of what lasts all day, the short day's occurrence ends where the next begins", () => {
    const allDay = daily("Europe/Madrid", "00:00", { durationMinutes: 1_440 });
    const found = occurrencesBetween(allDay, at("2026-03-28T12:00Z"), at("2026-03-30T12:00Z"));
    expect(found.map(({ startAtMs, endAtMs }) => (endAtMs - startAtMs) / HOUR_MS)).toEqual([
      24, 23, 24,
    ]);
  });
});

describe("patterns", () => {
  const startsOf = (changes: Partial<Recurrence>, after: string, count: number) =>
    nextOccurrences(daily("Europe/Madrid", "10:00", changes), at(after), count).map(
      ({ date }) => date,
    );
  const weekly = (...weekdays: (typeof WEEKDAYS)[number][]) =>
    ({ kind: "weekly", weekdays }) as const;
  const monthly = (...monthDays: number[]) => ({ kind: "monthly", monthDays }) as const;

  test.each<[string, Partial<Recurrence>, string, string[]]>([
    [
      "Fridays",
      { pattern: weekly("friday") },
      "2026-03-20T08:59Z",
      ["2026-03-20", "2026-03-27", "2026-04-03"],
    ],
    [
      "Fridays, after one began",
      { pattern: weekly("friday") },
      "2026-03-20T09:00Z",
      ["2026-03-27"],
    ],
    [
      "weekend",
      { pattern: weekly("sunday", "saturday") },
      "2026-03-20T00:00Z",
      ["2026-03-21", "2026-03-22", "2026-03-28"],
    ],
    [
      "the 31st: only in months that have one",
      { pattern: monthly(31) },
      "2026-01-01T00:00Z",
      ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31", "2026-08-31"],
    ],
    [
      "the last day, in a leap year too",
      { pattern: monthly(LAST_DAY_OF_MONTH) },
      "2028-01-15T00:00Z",
      ["2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30"],
    ],
    [
      "1st and 15th",
      { pattern: monthly(15, 1) },
      "2026-01-02T00:00Z",
      ["2026-01-15", "2026-02-01"],
    ],
    [
      "excepted dates",
      { exceptDates: ["2026-05-02", "2026-05-03"] },
      "2026-05-01T00:00Z",
      ["2026-05-01", "2026-05-04"],
    ],
    ["a last date", { untilDate: "2026-05-02" }, "2026-05-01T00:00Z", ["2026-05-01", "2026-05-02"]],
    ["nothing after the last date", { untilDate: "2026-05-02" }, "2026-05-02T08:00Z", []],
    ["a first date", { fromDate: "2030-01-01" }, "2026-05-01T00:00Z", ["2030-01-01", "2030-01-02"]],
    ["no weekday at all", { pattern: weekly() }, "2026-05-01T00:00Z", []],
  ])("%s", (_name, changes, after, dates) => {
    const isAll = changes.untilDate !== undefined || dates.length === 0;
    expect(startsOf(changes, after, isAll ? 10 : dates.length)).toEqual(dates);
  });

  test("many excepted dates hide no later occurrence", () => {
    const years = Array.from({ length: 30 }, (_, index) => 2026 + index);
    const exceptDates = years.flatMap((year) =>
      ["01", "03", "05", "07", "08", "10", "12"].map((month) => `${year}-${month}-31`),
    );
    expect(startsOf({ pattern: monthly(31), exceptDates }, "2026-01-01T00:00Z", 1)).toEqual([
      "2056-01-31",
    ]);
  });

  test.each<[RecurrencePattern, number]>([
    [{ kind: "daily" }, 1],
    [weekly("friday"), 7],
    [weekly("friday", "monday"), 3],
    [weekly("sunday", "saturday"), 1],
    [monthly(1), 28],
    [monthly(31), 31],
    [monthly(1, 31), 1],
    [monthly(LAST_DAY_OF_MONTH, 30), 1],
    [monthly(10, 25), 13],
  ])("%j begins at least %s days apart", (pattern, days) => {
    expect(shortestGapDays(pattern)).toBe(days);
  });
});

test("an occurrence contains its start and not its end", () => {
  const morning = daily("Asia/Kolkata", "09:00");
  const startAtMs = at("2026-06-01T03:30Z");
  const occurrence = { date: "2026-06-01", startAtMs, endAtMs: startAtMs + HOUR_MS };
  expect(occurrenceAt(morning, startAtMs - 1)).toBeNull();
  expect(occurrenceAt(morning, startAtMs)).toEqual(occurrence);
  expect(occurrenceAt(morning, startAtMs + HOUR_MS - 1)).toEqual(occurrence);
  expect(occurrenceAt(morning, startAtMs + HOUR_MS)).toBeNull();
});

test("an occurrence is found on each of its days, and where a skipped day moved it to", () => {
  const fridays = { kind: "weekly", weekdays: ["friday"] } as const;
  const long = daily("Asia/Kolkata", "09:00", { pattern: fridays, durationMinutes: 4 * 1_440 });
  expect(occurrenceAt(long, at("2026-06-09T03:29Z"))?.date).toBe("2026-06-05");
  expect(occurrenceAt(long, at("2026-06-09T03:30Z"))).toBeNull();
  const inSamoa = daily("Pacific/Apia", "12:00", { pattern: fridays });
  expect(occurrenceAt(inSamoa, at("2011-12-30T22:30Z"))?.date).toBe("2011-12-30");
});

const twoDigits = (max: number) =>
  fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, "0"));
const anyRecurrence: fc.Arbitrary<Recurrence> = fc.record({
  pattern: fc.oneof(
    fc.constant({ kind: "daily" } as const),
    fc.record({
      kind: fc.constant("weekly" as const),
      weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
    }),
    fc.record({
      kind: fc.constant("monthly" as const),
      monthDays: fc.uniqueArray(fc.constantFrom(-1, 1, 15, 28, 29, 30, 31), { minLength: 1 }),
    }),
  ),
  startTime: fc.tuple(twoDigits(23), twoDigits(59)).map(([hour, minute]) => `${hour}:${minute}`),
  durationMinutes: fc.integer({ min: 1, max: 1_440 }),
  timeZone: fc.constantFrom(
    "UTC",
    "Europe/Madrid",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "Pacific/Apia",
    "Africa/Casablanca",
    "America/St_Johns",
  ),
  fromDate: fc.constantFrom(null, "2011-12-25", "2026-03-01"),
  untilDate: fc.constantFrom(null, "2026-04-30"),
  exceptDates: fc.constantFrom([], ["2026-03-08", "2026-03-29"]),
});
const anyMoment = fc
  .oneof(
    fc.integer({ min: at("2026-01-01"), max: at("2026-12-31") }),
    fc.integer({ min: at("2011-12-20"), max: at("2012-01-10") }),
  )
  .map((ms) => ms - (ms % 1_000));

test("all ways to ask agree, occurrences are in order and never overlap", () => {
  fc.assert(
    fc.property(anyRecurrence, anyMoment, (recurrence, nowMs) => {
      const untilMs = nowMs + 40 * 24 * HOUR_MS;
      const between = occurrencesBetween(recurrence, nowMs, untilMs);
      for (const [index, { startAtMs, endAtMs }] of between.entries()) {
        expect(endAtMs).toBeGreaterThan(startAtMs);
        expect(startAtMs).toBeGreaterThanOrEqual(between[index - 1]?.endAtMs ?? 0);
      }
      const contains = between.filter(({ startAtMs }) => startAtMs <= nowMs);
      expect(occurrenceAt(recurrence, nowMs)).toEqual(contains[0] ?? null);
      const later = between.filter(({ startAtMs }) => startAtMs > nowMs);
      expect(nextOccurrences(recurrence, nowMs, later.length)).toEqual(later);
    }),
    { numRuns: 150 },
  );
});

test("clocks show the start time at each start, or one that is later by what they skipped", () => {
  fc.assert(
    fc.property(anyRecurrence, anyMoment, (recurrence, nowMs) => {
      for (const { date, startAtMs } of nextOccurrences(recurrence, nowMs, 5)) {
        const shown = instantToLocalTime(startAtMs, recurrence.timeZone);
        const meant = `${date}T${recurrence.startTime}`;
        const laterMs = Date.parse(`${shown}Z`) - Date.parse(`${meant}Z`);
        expect([0, HOUR_MS / 2, HOUR_MS, 24 * HOUR_MS]).toContain(laterMs);
        if (laterMs > 0) {
          const beforeMs = startAtMs - laterMs - 1_000;
          const changedByMs =
            Date.parse(`${shown}Z`) -
            Date.parse(`${instantToLocalTime(beforeMs, recurrence.timeZone)}Z`) -
            (startAtMs - beforeMs);
          expect(changedByMs).toBe(laterMs);
        }
      }
    }),
    { numRuns: 150 },
  );
});
