import { describe, expect, test } from "vitest";
import { type EventTimesInput, readEventTimes } from "./event-times";
import { isTimeZone } from "./time-zone";

const scheduled: EventTimesInput = {
  kind: "scheduled",
  startLocal: "2026-12-01T10:00",
  endLocal: "2026-12-01T12:00",
  timeZone: "Europe/Vienna",
};

const problemsOf = (changes: Partial<EventTimesInput>) => {
  const result = readEventTimes({ ...scheduled, ...changes });
  return result.ok ? [] : result.problems.map(({ field, reason }) => `${field}: ${reason}`);
};

test("a scheduled event has the instants of its local times", () => {
  expect(readEventTimes(scheduled)).toEqual({
    ok: true,
    times: {
      startAtMs: Date.parse("2026-12-01T09:00:00Z"),
      endAtMs: Date.parse("2026-12-01T11:00:00Z"),
    },
  });
});

test("an end is not needed", () => {
  expect(readEventTimes({ ...scheduled, endLocal: null })).toMatchObject({
    times: { endAtMs: null },
  });
});

test("an always-on event has no instants", () => {
  const input = { ...scheduled, kind: "always-on", startLocal: null, endLocal: null } as const;
  expect(readEventTimes(input)).toEqual({ ok: true, times: { startAtMs: null, endAtMs: null } });
});

describe("contradictions are refused with field and reason", () => {
  test.each<[Partial<EventTimesInput>, string]>([
    [{ startLocal: null }, "startLocal: A scheduled event needs a start."],
    [{ endLocal: "2026-12-01T09:59" }, "endLocal: The end must be after the start."],
    [{ endLocal: "2026-12-01T10:00" }, "endLocal: The end must be after the start."],
    [{ startLocal: "tomorrow" }, "startLocal: Enter the date and time as"],
    [{ timeZone: "Mars/Base" }, "timeZone: Choose a time zone"],
    [{ kind: "always-on" }, "startLocal: An always-on event has no start"],
    [{ kind: "always-on", startLocal: null }, "endLocal: An always-on event has no end"],
    [{ startLocal: "2026-03-29T02:30" }, "startLocal: This time doesn't exist in Europe/Vienna"],
  ])("%j", (changes, problem) => {
    expect(problemsOf(changes)[0]).toContain(problem);
  });

  test("an end that only looks later, because clocks went back between, is compared as an instant", () => {
    // Both 02:30 of that night are the first one; a start one minute before stays before.
    const night = { startLocal: "2026-10-25T02:29", endLocal: "2026-10-25T02:30" };
    expect(problemsOf(night)).toEqual([]);
  });
});

test.each([
  ["Europe/Vienna", true],
  ["UTC", true],
  ["America/Argentina/Buenos_Aires", true],
  ["Etc/GMT+5", true],
  ["+02:00", false],
  ["Europe/Nowhere", false],
  ["", false],
  ["Europe/Vienna ", false],
  ["../etc/passwd", false],
])("%j is a time zone: %s", (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
