import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LineClock } from "./line-clock";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A clock whose first reply has come: its tick took so long and was carried out at line time 1,000,000. */
function clockAfter(roundTripMs: number): LineClock {
  const clock = new LineClock();
  const sentAtMs = performance.now();
  vi.advanceTimersByTime(roundTripMs);
  clock.set(1_000_000, sentAtMs);
  return clock;
}

test("line time is unknown and nothing is the truth before the first reply", () => {
  const clock = new LineClock();
  expect(clock.now()).toBe(0);
  expect(clock.isStale).toBe(true);
});

test("line time goes on from the middle of the round trip", () => {
  const clock = clockAfter(40);
  expect(clock.now()).toBe(1_000_020);
  vi.advanceTimersByTime(700);
  expect(clock.now()).toBe(1_000_720);
  expect(clock.heardLineMs).toBe(1_000_000);
});

test("after five seconds without a reply it is stale, and the next reply begins anew", () => {
  const clock = clockAfter(0);
  vi.advanceTimersByTime(5_000);
  expect(clock.isStale).toBe(false);
  clock.set(1_005_000, performance.now());
  expect(clock.heardSinceLineMs).toBe(1_000_000);
  vi.advanceTimersByTime(5_002);
  expect(clock.isStale).toBe(true);
  clock.set(1_010_002, performance.now());
  expect(clock.isStale).toBe(false);
  expect(clock.heardSinceLineMs).toBe(1_010_002);
});
