import { expect, test } from "vitest";
import { quietUntilMs } from "./quiet-hours";

const NIGHT = { from: "22:00", until: "07:00", timeZone: "Europe/Vienna" };
const LUNCH = { from: "12:00", until: "13:30", timeZone: "UTC" };

test.each([
  [null, "2026-11-29T23:00:00Z", null],
  [NIGHT, "2026-11-29T20:59:59Z", null],
  [NIGHT, "2026-11-29T21:00:00Z", "2026-11-30T06:00:00Z"],
  [NIGHT, "2026-11-30T05:59:30Z", "2026-11-30T06:00:00Z"],
  [NIGHT, "2026-11-30T06:00:00Z", null],
  [LUNCH, "2026-11-29T12:10:30Z", "2026-11-29T13:30:00Z"],
  [LUNCH, "2026-11-29T13:30:00Z", null],
  [LUNCH, "2026-11-29T11:59:59Z", null],
])("%j at %s: quiet until %s", (quiet, now, until) => {
  const untilMs = quietUntilMs(quiet, Date.parse(now));
  expect(untilMs).toBe(until === null ? null : Date.parse(until));
});
