import { expect, test } from "vitest";
import { offsetInWords, timeZonesFrom, zoneFrom } from "./time-zones";

const ZONES = timeZonesFrom("Europe/Vienna");

test("one's own zone is the first, and no zone stands twice", () => {
  expect(ZONES.slice(0, 2)).toEqual(["Europe/Vienna", "UTC"]);
  expect(new Set(ZONES).size).toBe(ZONES.length);
  expect(timeZonesFrom("UTC")[0]).toBe("UTC");
});

test.each([
  ["Europe/Vienna", "Europe/Vienna"],
  [" vienna ", "Europe/Vienna"],
  ["new york", "America/New_York"],
  ["America/New York", "America/New_York"],
  ["utc", "UTC"],
  // A name that the list has under another one.
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["Vien", null],
  ["Europe/", null],
  ["", null],
])("%j means %j", (typed, zone) => {
  expect(zoneFrom(typed, ZONES)).toBe(zone);
});

test("offsets follow the season", () => {
  expect(offsetInWords("Europe/Vienna", Date.UTC(2027, 0, 1))).toBe("UTC+1");
  expect(offsetInWords("Europe/Vienna", Date.UTC(2027, 6, 1))).toBe("UTC+2");
  expect(offsetInWords("Asia/Kolkata", Date.UTC(2027, 0, 1))).toBe("UTC+5:30");
});
