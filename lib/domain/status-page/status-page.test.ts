import { expect, test } from "vitest";
import { testSettings } from "@/test/line";
import { type StatusEvent, statusState, statusWords } from "./status-page";

const NOW = Date.parse("2026-12-01T10:00:00Z");
const LINE = { lineTimeMs: NOW, waiting: 0, drawOpensAtMs: 0, stock: null };
const SCHEDULED = { kind: "scheduled", startAtMs: NOW + 60_000, preQueueMinutes: 5 } as const;

test.each([
  ["open", {}, LINE],
  ["queueing", {}, { ...LINE, waiting: 3 }],
  ["sold-out", {}, { ...LINE, waiting: 3, stock: 0 }],
  ["paused", { paused: true }, { ...LINE, waiting: 3, stock: 0 }],
  ["before", SCHEDULED, LINE],
  ["before", { ...SCHEDULED, preQueueMinutes: 0, paused: true }, LINE],
  ["ended", { ...SCHEDULED, startAtMs: NOW - 2, endAtMs: NOW - 1 }, LINE],
  ["closed", { method: "reject" }, LINE],
  ["unknown", {}, null],
  ["paused", { paused: true }, null],
  ["before", SCHEDULED, null],
] as const)("is %s", (state, settings, line) => {
  const held = testSettings({ kind: "always-on", status: "open", ...settings });
  expect(statusState(held, line, NOW)).toBe(state);
});

test("words have the message of a pause, and a start in the event's time zone", () => {
  const event: StatusEvent = {
    ...{ name: "Sale", state: "paused", message: "Checking payments.", startsAt: null },
    timeZone: "America/New_York",
  };
  const startsAt = "2026-12-01T15:00:00.000Z";
  expect(statusWords(event)).toBe("Paused: Checking payments.");
  expect(statusWords({ ...event, message: null })).toBe("Paused");
  expect(statusWords({ ...event, state: "before", startsAt })).toBe(
    "Starts at 1 December 2026 at 10:00 (America/New York)",
  );
});
