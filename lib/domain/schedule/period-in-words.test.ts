import { expect, test } from "vitest";
import { periodInWords } from "./period-in-words";

const period = (start: string, end: string) => ({
  startAtMs: Date.parse(start),
  endAtMs: Date.parse(end),
});

test.each([
  ["Europe/Madrid", "Mon 30 Nov 2026, 09:00–10:30 (UTC+01:00)"],
  ["UTC", "Mon 30 Nov 2026, 08:00–09:30 (UTC+00:00)"],
  ["America/St_Johns", "Mon 30 Nov 2026, 04:30–06:00 (UTC−03:30)"],
  ["Pacific/Auckland", "Mon 30 Nov 2026, 21:00–22:30 (UTC+13:00)"],
])("a time is told on the clocks of %s with their distance to UTC", (timeZone, words) => {
  expect(periodInWords(period("2026-11-30T08:00Z", "2026-11-30T09:30Z"), timeZone)).toBe(words);
});

test("an end on another day has its date, and the offset is that of the start", () => {
  expect(periodInWords(period("2026-10-24T21:00Z", "2026-10-25T02:00Z"), "Europe/Madrid")).toBe(
    "Sat 24 Oct 2026, 23:00 – Sun 25 Oct 2026, 03:00 (UTC+02:00)",
  );
});
