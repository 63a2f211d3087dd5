import { expect, test } from "vitest";
import { checkInSeconds, isAbsent } from "./absence";

test.each([
  ["fifo", null, null],
  ["fifo", 3, 60],
  ["fifo", 60, 300],
  ["random", null, 20],
  ["random", 60, 20],
] as const)(
  "%s with %s minutes asks for a check-in every %s seconds",
  (method, minutes, seconds) => {
    expect(checkInSeconds({ method, absenceMinutes: minutes })).toBe(seconds);
  },
);

test("absence counts only while the line could be asked", () => {
  const rules = { method: "fifo", absenceMinutes: 10 } as const;
  const seen = { seenAtMs: 0, watchedSinceMs: 0 };
  expect(isAbsent(rules, { ...seen, nowMs: 600_000 })).toBe(false);
  expect(isAbsent(rules, { ...seen, nowMs: 600_001 })).toBe(true);
  expect(isAbsent(rules, { ...seen, watchedSinceMs: 500_000, nowMs: 1_000_000 })).toBe(false);
  expect(isAbsent({ ...rules, absenceMinutes: null }, { ...seen, nowMs: 1e12 })).toBe(false);
});
