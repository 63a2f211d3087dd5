import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantToLocalTime, localTimeToInstant } from "./local-time";

const at = (local: string, timeZone: string) => {
  const result = localTimeToInstant(local, timeZone);
  return result.ok ? new Date(result.instantMs).toISOString() : result.reason;
};

describe("local times across daylight saving", () => {
  test.each([
    // Europe/Vienna: clocks go from 02:00 to 03:00 on 2026-03-29 and from 03:00 back on 2026-10-25.
    ["2026-03-29T01:59", "Europe/Vienna", "2026-03-29T00:59:00.000Z"],
    ["2026-03-29T02:00", "Europe/Vienna", "skipped"],
    ["2026-03-29T02:30", "Europe/Vienna", "skipped"],
    ["2026-03-29T02:59:59", "Europe/Vienna", "skipped"],
    ["2026-03-29T03:00", "Europe/Vienna", "2026-03-29T01:00:00.000Z"],
    ["2026-10-25T01:59", "Europe/Vienna", "2026-10-24T23:59:00.000Z"],
    ["2026-10-25T02:30", "Europe/Vienna", "2026-10-25T00:30:00.000Z"],
    ["2026-10-25T03:00", "Europe/Vienna", "2026-10-25T02:00:00.000Z"],
    ["2026-07-01T09:00", "Europe/Vienna", "2026-07-01T07:00:00.000Z"],
    ["2026-12-24T09:00", "Europe/Vienna", "2026-12-24T08:00:00.000Z"],
    // America/New_York: skipped on 2026-03-08, doubled on 2026-11-01.
    ["2026-03-08T02:15", "America/New_York", "skipped"],
    ["2026-03-08T03:00", "America/New_York", "2026-03-08T07:00:00.000Z"],
    ["2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00.000Z"],
    // Lord Howe Island moves by half an hour only.
    ["2026-10-04T02:15", "Australia/Lord_Howe", "skipped"],
    ["2026-10-04T02:30", "Australia/Lord_Howe", "2026-10-03T15:30:00.000Z"],
    ["2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00.000Z"],
    // Beirut skips the hour after midnight.
    ["2026-03-29T00:30", "Asia/Beirut", "skipped"],
    // Samoa skipped a whole day.
    ["2011-12-30T12:00", "Pacific/Apia", "skipped"],
    ["2011-12-31T12:00", "Pacific/Apia", "2011-12-30T22:00:00.000Z"],
    // Zones that are not whole hours, and one without daylight saving.
    ["2026-06-01T12:00", "Asia/Kathmandu", "2026-06-01T06:15:00.000Z"],
    ["2026-06-01T12:00", "Asia/Kolkata", "2026-06-01T06:30:00.000Z"],
    ["2026-06-01T00:00", "UTC", "2026-06-01T00:00:00.000Z"],
    ["2028-02-29T23:59:59", "UTC", "2028-02-29T23:59:59.000Z"],
  ])("%s in %s is %s", (local, timeZone, expected) => {
    expect(at(local, timeZone)).toBe(expected);
  });
});

test.each([
  "",
  "2026-03-29",
  "2026-03-29 09:00",
  "2026-03-29T9:00",
  "2026-02-30T09:00",
  "2027-02-29T09:00",
  "2026-13-01T09:00",
  "2026-00-10T09:00",
  "2026-01-01T24:00",
  "2026-01-01T12:60",
  "2026-01-01T12:00:60",
  "2026-01-01T12:00Z",
  "1969-12-31T23:59",
  "12026-01-01T12:00",
])("refuses %j, which no calendar has, as malformed", (local) => {
  expect(localTimeToInstant(local, "Europe/Vienna")).toEqual({ ok: false, reason: "malformed" });
});

const timeZones = fc.constantFrom(
  "UTC",
  "Europe/Vienna",
  "America/New_York",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Asia/Kathmandu",
  "Africa/Casablanca",
  "America/St_Johns",
);
const wholeSecondMs = fc.integer({ min: 86_400, max: 4_000_000_000 }).map((s) => s * 1_000);

test("what clocks show at an instant names that instant, or the first of two that look alike", () => {
  fc.assert(
    fc.property(wholeSecondMs, timeZones, (instantMs, timeZone) => {
      const local = instantToLocalTime(instantMs, timeZone);
      const result = localTimeToInstant(local, timeZone);
      if (!result.ok) throw new Error(`${local} was ${result.reason}`);
      expect(instantToLocalTime(result.instantMs, timeZone)).toBe(local);
      expect(result.instantMs).toBeLessThanOrEqual(instantMs);
      expect(instantMs - result.instantMs).toBeLessThanOrEqual(86_400_000);
    }),
    { numRuns: 500 },
  );
});
