import { describe, expect, test } from "vitest";
import { readRetryAfterMs, retryDelayMs } from "./retry";

describe("the next attempt", () => {
  test.each([
    [1, 0.5, 0, 5_000],
    [1, 0, 0, 4_000],
    [2, 0.5, 0, 30_000],
    [9, 0.5, 0, 8 * 3_600_000],
    [200, 0.5, 0, 8 * 3_600_000],
    [1, 0.5, 60_000, 60_000],
    [1, 0.5, 86_400_000, 3_600_000],
    [4, 0.5, 1_000, 600_000],
  ])("after failure %i, chance %d, asked to wait %i ms: %i ms", (failures, random, asked, ms) => {
    expect(retryDelayMs(failures, random, asked)).toBe(ms);
  });

  test.each([
    [undefined, 0],
    ["120", 120_000],
    ["Sun, 29 Nov 2026 12:00:30 GMT", 30_000],
    ["Sun, 29 Nov 2026 11:00:00 GMT", 0],
    ["soon", 0],
    ["-5", 0],
  ])("a receiver that says Retry-After: %s", (header, ms) => {
    expect(readRetryAfterMs(header, Date.parse("2026-11-29T12:00:00Z"))).toBe(ms);
  });
});
