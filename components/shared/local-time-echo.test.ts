import { expect, test } from "vitest";
import { localTimeEcho } from "./local-time-echo";

const nowMs = Date.parse("2026-11-27T10:00:00Z");
const echo = (local: string, timeZone = "UTC", ownZone = timeZone) =>
  localTimeEcho({ local, timeZone, ownZone, nowMs });

test.each([
  ["2026-12-10T11:00", "Thu, 10 December 2026 at 11:00, in 13 days"],
  ["2026-11-27T11:20", "Fri, 27 November 2026 at 11:20, in 1 h 20 min"],
  ["2028-02-29T09:00", "Tue, 29 February 2028 at 09:00, in 459 days"],
])("%s is told with its weekday and how far off it is", (local, text) => {
  expect(echo(local)).toEqual({ text, isPast: false });
});

test("a time that has passed is told as such", () => {
  expect(echo("2020-01-03T10:00")).toEqual({
    text: "Fri, 3 January 2020 at 10:00, 2520 days ago".replace("2520", "2,520"),
    isPast: true,
  });
});

test("whoever sits in another zone reads their own time, and their own day", () => {
  expect(echo("2026-12-10T23:30", "America/New_York", "Europe/Vienna")?.text).toBe(
    "Thu, 10 December 2026 at 23:30, in 14 days; Fri, 11 December 2026 at 05:30 your time",
  );
});

test("a time that clocks skip is told, and what is no time is not", () => {
  expect(echo("2027-03-28T02:30", "Europe/Vienna")?.text).toMatch(/^Clocks skip/);
  expect(echo("")).toBeNull();
  expect(echo("2026-13-40T10:00")).toBeNull();
});
