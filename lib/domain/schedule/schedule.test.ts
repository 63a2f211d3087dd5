import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Weekday } from "./recurring";
import {
  effectiveSettings,
  findOverlaps,
  type SchedulableSettings,
  type Schedule,
  scheduleAt,
} from "./schedule";
import { scheduleSchema } from "./schedule-schema";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const at = (iso: string) => Date.parse(iso);
const year = { fromMs: at("2026-01-01T00:00Z"), toMs: at("2027-01-01T00:00Z") };

const once = (
  name: string,
  startLocal: string,
  endLocal: string,
  changes: Partial<Schedule> = {},
) => ({
  id: name,
  name,
  timing: { kind: "once" as const, startLocal, endLocal, timeZone: "Europe/Madrid" },
  preQueueMinutes: 0,
  overrides: {},
  ...changes,
});
const weekly = (
  name: string,
  weekday: Weekday,
  { startTime = "10:00", durationMinutes = 120, timeZone = "Europe/Madrid" } = {},
  changes: Partial<Schedule> = {},
): Schedule => ({
  id: name,
  name,
  timing: {
    kind: "recurring",
    recurrence: {
      pattern: { kind: "weekly", weekdays: [weekday] },
      startTime,
      durationMinutes,
      timeZone,
      fromDate: null,
      untilDate: null,
      exceptDates: [],
    },
  },
  preQueueMinutes: 0,
  overrides: {},
  ...changes,
});

describe("the schedule at a moment", () => {
  const gala = once("gala", "2026-05-06T20:00", "2026-05-06T22:00", { preQueueMinutes: 30 });
  const fridays = weekly("fridays", "friday", {}, { preQueueMinutes: 15 });
  const names = (iso: string) => {
    const { current, next } = scheduleAt([fridays, gala], at(iso));
    return [current?.schedule.name ?? null, next?.schedule.name ?? null, next?.startAtMs];
  };
  const friday = at("2026-05-08T08:00Z");
  test.each<[string, string | null, string, number]>([
    ["2026-05-06T17:29:59Z", null, "gala", at("2026-05-06T18:00Z")],
    ["2026-05-06T17:30:00Z", "gala", "fridays", friday],
    ["2026-05-06T19:59:59Z", "gala", "fridays", friday],
    ["2026-05-06T20:00:00Z", null, "fridays", friday],
    ["2026-05-08T07:44:59Z", null, "fridays", friday],
    ["2026-05-08T07:45:00Z", "fridays", "fridays", friday + 7 * DAY_MS],
    ["2026-05-08T09:59:59Z", "fridays", "fridays", friday + 7 * DAY_MS],
    ["2026-05-08T10:00:00Z", null, "fridays", friday + 7 * DAY_MS],
  ])("at %s is %s, and next %s", (now, current, next, startAtMs) => {
    expect(names(now)).toEqual([current, next, startAtMs]);
  });

  test("has all its times", () => {
    expect(scheduleAt([gala], at("2026-05-06T18:30Z")).current).toEqual({
      schedule: gala,
      preQueueAtMs: at("2026-05-06T17:30Z"),
      startAtMs: at("2026-05-06T18:00Z"),
      endAtMs: at("2026-05-06T20:00Z"),
    });
  });

  test("is none without schedules and after the last", () => {
    expect(scheduleAt([], 0)).toEqual({ current: null, next: null });
    expect(scheduleAt([gala], at("2026-05-06T20:00Z"))).toEqual({ current: null, next: null });
  });

  test("is the one that began first, should two hold", () => {
    const late = once("late", "2026-05-06T21:00", "2026-05-06T23:00");
    const current = (iso: string) => scheduleAt([late, gala], at(iso)).current?.schedule.name;
    expect(current("2026-05-06T19:30Z")).toBe("gala");
    expect(current("2026-05-06T20:30Z")).toBe("late");
  });

  test("still holds when a later rule of the time zone skips its start", () => {
    const skipped = once("night", "2026-03-29T02:30", "2026-03-29T05:00");
    expect(scheduleAt([skipped], at("2026-03-29T00:00Z")).next?.startAtMs).toBe(
      at("2026-03-29T01:30Z"),
    );
  });
});

describe("the settings while a schedule holds", () => {
  const settings = {
    outflowPerMinute: 600,
    method: "fifo",
    activeCap: 500,
    lineLimit: 10_000,
    targetUrl: "https://shop.example.com/",
    preQueueMinutes: 15,
    name: "Spring Sale",
  } as const satisfies SchedulableSettings & { name: string };

  test("are the event's without one", () => {
    expect(effectiveSettings(settings, null)).toBe(settings);
  });

  test("are its own where it has any, and nothing else changes", () => {
    const overrides = { outflowPerMinute: 60, method: "random", activeCap: null } as const;
    const schedule = once("a", "2026-05-06T20:00", "2026-05-06T22:00", { overrides });
    expect(effectiveSettings<SchedulableSettings>(settings, schedule)).toEqual({
      ...settings,
      ...overrides,
      preQueueMinutes: 0,
    });
  });
});

describe("overlaps", () => {
  const pairs = (schedules: readonly Schedule[], horizon = year) =>
    findOverlaps(schedules, horizon).map(({ first, second, atMs }) => [
      first.name,
      second.name,
      new Date(atMs).toISOString(),
    ]);
  // 2026-05-08 is a Friday.
  const fridays = weekly("fridays", "friday");

  test.each<[string, readonly Schedule[], readonly (readonly string[])[]]>([
    ["none alone", [fridays], []],
    [
      "two one-offs",
      [
        once("a", "2026-05-06T10:00", "2026-05-06T12:00"),
        once("b", "2026-05-06T11:59", "2026-05-06T13:00"),
      ],
      [["a", "b", "2026-05-06T09:59:00.000Z"]],
    ],
    [
      "none where one begins as the other ends",
      [
        once("a", "2026-05-06T10:00", "2026-05-06T12:00"),
        once("b", "2026-05-06T12:00", "2026-05-06T13:00"),
      ],
      [],
    ],
    [
      "a pre-queue",
      [
        once("a", "2026-05-06T10:00", "2026-05-06T12:00"),
        once("b", "2026-05-06T12:00", "2026-05-06T13:00", { preQueueMinutes: 1 }),
      ],
      [["a", "b", "2026-05-06T09:59:00.000Z"]],
    ],
    [
      "a one-off on a Friday",
      [once("a", "2026-05-08T11:00", "2026-05-08T15:00"), fridays],
      [["a", "fridays", "2026-05-08T09:00:00.000Z"]],
    ],
    [
      "none with a one-off on a Thursday",
      [once("a", "2026-05-07T11:00", "2026-05-07T15:00"), fridays],
      [],
    ],
    [
      "a one-off over weeks, in the pre-queue of a recurring one",
      [
        weekly("fridays", "friday", {}, { preQueueMinutes: 60 }),
        once("a", "2026-05-02T00:00", "2026-05-08T09:30"),
      ],
      [["fridays", "a", "2026-05-08T07:00:00.000Z"]],
    ],
    [
      "a one-off far beyond the horizon",
      [fridays, once("a", "2035-06-01T00:00", "2035-06-02T00:00")],
      [["fridays", "a", "2035-06-01T08:00:00.000Z"]],
    ],
    [
      "none that ended before the horizon",
      [fridays, once("a", "2025-06-06T00:00", "2025-06-07T00:00")],
      [],
    ],
    [
      "two zones that meet only while one of them has changed its clocks",
      [
        weekly("madrid", "friday", { startTime: "15:00", durationMinutes: 60 }),
        weekly("york", "friday", {
          startTime: "10:00",
          durationMinutes: 60,
          timeZone: "America/New_York",
        }),
      ],
      [["madrid", "york", "2026-03-13T14:00:00.000Z"]],
    ],
    [
      "every pair once",
      [fridays, weekly("b", "friday"), weekly("c", "friday")],
      [
        ["fridays", "b", "2026-01-02T09:00:00.000Z"],
        ["fridays", "c", "2026-01-02T09:00:00.000Z"],
        ["b", "c", "2026-01-02T09:00:00.000Z"],
      ],
    ],
  ])("%s", (_name, schedules, expected) => {
    expect(pairs(schedules)).toEqual(expected);
  });

  test("are told in a sentence that names both and when", () => {
    const overlap = findOverlaps(
      [fridays, once("Gala", "2026-05-08T11:00", "2026-05-08T15:00")],
      year,
    )[0];
    expect(overlap?.reason).toBe(
      "“fridays” and “Gala” overlap: both are active at 2026-05-08 11:00 (Europe/Madrid), " +
        "including pre-queues. Change one of them.",
    );
  });
});

test("two schedules overlap exactly when there is a moment at which both hold", () => {
  const hour = fc.integer({ min: 0, max: 23 }).map((n) => `${String(n).padStart(2, "0")}:00`);
  const changes = fc.record({ preQueueMinutes: fc.constantFrom(0, 60, 180) });
  const anyOnce = fc
    .tuple(fc.integer({ min: 1, max: 26 }), hour, fc.integer({ min: 1, max: 4 }), changes)
    .map(([day, time, days, more]) => {
      const date = (n: number) => `2026-03-${String(n).padStart(2, "0")}`;
      return once("o", `${date(day)}T${time}`, `${date(day + days)}T${time}`, more);
    });
  const anyWeekly = fc
    .tuple(fc.constantFrom<Weekday>("friday", "sunday"), hour, fc.constantFrom(60, 600), changes)
    .map(([weekday, startTime, durationMinutes, more]) =>
      weekly("w", weekday, { startTime, durationMinutes }, more),
    );
  const any = fc.oneof(anyOnce, anyWeekly);
  const march = { fromMs: at("2026-02-20T00:00Z"), toMs: at("2026-04-10T00:00Z") };
  fc.assert(
    fc.property(any, any, (first, second) => {
      const [overlap] = findOverlaps([first, second], march);
      const bothHold = (ms: number) =>
        [first, second].every((one) => scheduleAt([one], ms).current !== null);
      if (overlap !== undefined) {
        expect(bothHold(overlap.atMs)).toBe(true);
        return;
      }
      for (let ms = march.fromMs; ms < march.toMs; ms += 60 * MINUTE_MS)
        expect(bothHold(ms)).toBe(false);
    }),
    { numRuns: 25 },
  );
});

describe("the schema of a schedule", () => {
  const gala = {
    name: "Gala",
    timing: {
      kind: "once",
      startLocal: "2026-05-06T20:00",
      endLocal: "2026-05-06T22:00",
      timeZone: "Europe/Madrid",
    },
    overrides: { outflowPerMinute: 60, activeCap: null },
  };
  const recurring = (durationMinutes: number) => ({
    kind: "recurring",
    recurrence: {
      pattern: { kind: "daily" },
      startTime: "10:00",
      durationMinutes,
      timeZone: "Europe/Madrid",
    },
  });

  test("gives a schedule, in which nothing stands that was not given", () => {
    const parsed = scheduleSchema.parse(gala);
    expect(parsed).toEqual({ ...gala, preQueueMinutes: 0 });
    const schedule: Schedule = { id: "s1", ...parsed };
    expect(findOverlaps([schedule], year)).toEqual([]);
  });

  test.each([
    [{ name: "" }, "name"],
    [{ preQueueMinutes: 1_441 }, "preQueueMinutes"],
    [{ timing: { ...gala.timing, endLocal: "2026-05-06T20:00" } }, "timing.endLocal"],
    [{ timing: { ...gala.timing, startLocal: "2026-03-29T02:30" } }, "timing.startLocal"],
    [{ timing: { ...gala.timing, timeZone: "Mars/Base" } }, "timing.timeZone"],
    [{ timing: { ...gala.timing, kind: "never" } }, "timing.kind"],
    [{ timing: recurring(1_441) }, "timing.recurrence.durationMinutes"],
    [{ timing: recurring(1_430), preQueueMinutes: 11 }, "preQueueMinutes"],
    [{ overrides: { outflowPerMinute: 0 } }, "overrides.outflowPerMinute"],
    [{ overrides: { outflowPerMinute: undefined } }, "overrides.outflowPerMinute"],
    [{ overrides: { method: "lifo" } }, "overrides.method"],
    [{ overrides: { targetUrl: "javascript:alert(1)" } }, "overrides.targetUrl"],
    [{ overrides: { brandName: "x" } }, "overrides"],
  ])("refuses %j", (changes, field) => {
    const issues = scheduleSchema.safeParse({ ...gala, ...changes }).error?.issues;
    expect(issues?.map(({ path }) => path.join("."))).toEqual([field]);
  });

  test("accepts a pre-queue that begins as the previous time ends", () => {
    const changes = { timing: recurring(1_430), preQueueMinutes: 10 };
    expect(scheduleSchema.safeParse({ ...gala, ...changes }).success).toBe(true);
  });
});
