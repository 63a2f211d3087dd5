import { expect, test } from "vitest";
import { durationInWords, scheduleInWords } from "./in-words";
import type { Schedule } from "./schedule";

const weekly: Schedule = {
  id: "w",
  name: "Weekly",
  timing: {
    kind: "recurring",
    recurrence: {
      pattern: { kind: "weekly", weekdays: ["friday", "monday"] },
      startTime: "09:00",
      durationMinutes: 90,
      timeZone: "Europe/Madrid",
      fromDate: null,
      untilDate: "2026-12-31",
      exceptDates: ["2026-12-25"],
    },
  },
  preQueueMinutes: 15,
  overrides: { outflowPerMinute: 300, method: "random", activeCap: null },
};

test("a schedule is told whole", () => {
  expect(scheduleInWords(weekly)).toBe(
    "Mon, Fri at 09:00 for 1 h 30 min (Europe/Madrid), until 2026-12-31, except 2026-12-25; " +
      "pre-queue 15 min; outflow 300 per minute; random order; active cap none",
  );
  const once: Schedule = {
    ...weekly,
    timing: {
      kind: "once",
      startLocal: "2026-05-06T20:00",
      endLocal: "2026-05-06T22:00",
      timeZone: "UTC",
    },
    preQueueMinutes: 0,
    overrides: {},
  };
  expect(scheduleInWords(once)).toBe("once from 2026-05-06 20:00 to 2026-05-06 22:00 (UTC)");
});

test.each([
  [1, "1 min"],
  [60, "1 h"],
  [1_441, "24 h 1 min"],
])("%i minutes are %s", (minutes, words) => {
  expect(durationInWords(minutes)).toBe(words);
});
