import { expect, test } from "vitest";
import { recurrenceSchema } from "./recurrence-schema";

const fridays = {
  pattern: { kind: "weekly", weekdays: ["friday"] },
  startTime: "10:00",
  durationMinutes: 120,
  timeZone: "Europe/Madrid",
};
const reasons = (changes: object) =>
  recurrenceSchema
    .safeParse({ ...fridays, ...changes })
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

test("limits and exceptions need not be given; what is given is put in order", () => {
  expect(recurrenceSchema.parse(fridays)).toEqual({
    ...fridays,
    fromDate: null,
    untilDate: null,
    exceptDates: [],
  });
  const exceptDates = ["2026-12-25", "2026-01-02", "2026-12-25"];
  const parsed = recurrenceSchema.parse({ ...fridays, exceptDates });
  expect(parsed.exceptDates).toEqual(["2026-01-02", "2026-12-25"]);
  expect(recurrenceSchema.parse(parsed)).toEqual(parsed);
});

test.each<[object, string]>([
  [{ pattern: { kind: "weekly", weekdays: [] } }, "pattern.weekdays: Choose at least one weekday."],
  [{ pattern: { kind: "weekly", weekdays: ["payday"] } }, "pattern.weekdays.0: "],
  [
    { pattern: { kind: "monthly", monthDays: [] } },
    "pattern.monthDays: Choose at least one day of the month.",
  ],
  [{ pattern: { kind: "monthly", monthDays: [0] } }, "pattern.monthDays.0: "],
  [{ pattern: { kind: "monthly", monthDays: [32] } }, "pattern.monthDays.0: "],
  [{ pattern: { kind: "yearly" } }, "pattern.kind: "],
  [{ startTime: "9:30" }, "startTime: Enter the time as 09:30."],
  [{ startTime: "24:00" }, "startTime: Enter the time as 09:30."],
  [{ durationMinutes: 0 }, "durationMinutes: Enter a whole number from 1 to 44,640."],
  [
    { durationMinutes: 7 * 1_440 + 1 },
    "durationMinutes: Each occurrence must end before the next one starts.",
  ],
  [
    { pattern: { kind: "daily" }, durationMinutes: 1_441 },
    "durationMinutes: Each occurrence must end before the next one starts.",
  ],
  [{ timeZone: "Mars/Base" }, "timeZone: Choose a time zone such as Europe/Vienna."],
  [{ fromDate: "2026-02-30" }, "fromDate: Enter the date as 2026-03-29."],
  [{ untilDate: "1969-12-31" }, "untilDate: Enter the date as 2026-03-29."],
  [{ exceptDates: ["29.3.2026"] }, "exceptDates.0: Enter the date as 2026-03-29."],
  [
    { fromDate: "2026-05-02", untilDate: "2026-05-01" },
    "untilDate: The last date must not be before the first.",
  ],
  [
    { fromDate: "2026-03-21", untilDate: "2026-03-26" },
    "untilDate: No dates are left. Change the dates.",
  ],
  [
    { fromDate: "2026-03-20", untilDate: "2026-03-20", exceptDates: ["2026-03-20"] },
    "untilDate: No dates are left. Change the dates.",
  ],
])("%j is refused with field and reason", (changes, reason) => {
  expect(reasons(changes)?.[0]).toContain(reason);
});

test.each([{ durationMinutes: 7 * 1_440 }, { fromDate: "2026-03-20", untilDate: "2026-03-20" }])(
  "%j is fine",
  (changes) => expect(reasons(changes)).toBeUndefined(),
);
