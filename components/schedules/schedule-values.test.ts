import { expect, test } from "vitest";
import { type Schedules, schedulesSchema } from "@/lib/domain/schedule/schedule-schema";
import {
  fieldErrorsOf,
  type LimitValues,
  newScheduleValues,
  toSchedule,
  toScheduleValues,
} from "./schedule-values";

const stored: Schedules = schedulesSchema.parse([
  {
    id: "a",
    name: "Weekly",
    timing: {
      kind: "recurring",
      recurrence: {
        pattern: { kind: "weekly", weekdays: ["monday", "friday"] },
        startTime: "09:30",
        durationMinutes: 45,
        timeZone: "Europe/Madrid",
        fromDate: "2026-01-01",
        exceptDates: ["2026-12-25", "2026-12-28"],
      },
    },
    preQueueMinutes: 5,
    overrides: { outflowPerMinute: 7, activeCap: null, method: "random" },
  },
  {
    id: "b",
    name: "Monthly",
    timing: {
      kind: "recurring",
      recurrence: {
        pattern: { kind: "monthly", monthDays: [1, -1] },
        startTime: "00:00",
        durationMinutes: 1_440,
        timeZone: "UTC",
        untilDate: "2030-01-01",
      },
    },
    overrides: { lineLimit: 12, targetUrl: "https://shop.example/late" },
  },
  {
    id: "c",
    name: "Once",
    timing: {
      kind: "once",
      startLocal: "2026-05-06T20:00",
      endLocal: "2026-05-06T22:00",
      timeZone: "UTC",
    },
    overrides: { activeCap: 3 },
  },
]);

test("what is stored comes back from the form as it was", () => {
  for (const schedule of stored) {
    const values = toScheduleValues(schedule);
    const again = toSchedule(values, schedule.id);
    expect(schedulesSchema.parse([again])).toEqual([schedule]);
  }
});

test("a cap and a limit are left alone, lifted or set; an empty number is told", () => {
  const overridesWith = (activeCap: LimitValues) =>
    toSchedule({ ...newScheduleValues("UTC"), activeCap }, "a").overrides;
  expect(overridesWith({ choice: "event", limit: 5 })).toEqual({});
  expect(overridesWith({ choice: "none", limit: 5 })).toEqual({ activeCap: null });
  expect(overridesWith({ choice: "limit", limit: 5 })).toEqual({ activeCap: 5 });
  expect(overridesWith({ choice: "limit", limit: null })).toEqual({ activeCap: Number.NaN });
});

test("a new schedule lacks only its name and its days", () => {
  const schedule = toSchedule(newScheduleValues("UTC"), "new");
  const issues = schedulesSchema.safeParse([schedule]).error?.issues ?? [];
  const fields = issues.map(({ path }) => `schedules.${path.join(".")}`);
  expect(
    Object.keys(fieldErrorsOf(Object.fromEntries(fields.map((path) => [path, "x"])), 0)),
  ).toEqual(["name", "weekdays"]);
});

test("what is wrong stands at its field", () => {
  const fields = {
    "schedules.1.timing.recurrence.startTime": "a",
    "schedules.1.timing.recurrence.pattern.monthDays.2": "b",
    "schedules.1.timing.recurrence.exceptDates.0": "c",
    "schedules.1.timing.endLocal": "d",
    "schedules.1.overrides.targetUrl": "e",
    "schedules.1.overrides.activeCap": "f",
    "schedules.0.name": "of another one",
  };
  expect(fieldErrorsOf(fields, 1)).toEqual({
    startTime: "a",
    monthDays: "b",
    exceptDates: "c",
    endLocal: "d",
    targetUrl: "e",
    "activeCap.limit": "f",
  });
});
