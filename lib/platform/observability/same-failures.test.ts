import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tellSameOnce } from "./same-failures";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("thousands of the same failure are one line at once, and one with their number after each window", () => {
  const told: string[] = [];
  const tell = tellSameOnce(5_000);
  const fail = (text: string) => tell(text, (repeated) => told.push(`${text} +${repeated}`));
  for (let count = 0; count < 5_000; count += 1) fail("OOM");
  expect(told).toEqual(["OOM +0"]);
  vi.advanceTimersByTime(5_000);
  expect(told).toEqual(["OOM +0", "OOM +4999"]);
  vi.advanceTimersByTime(5_000);
  fail("OOM");
  expect(told).toEqual(["OOM +0", "OOM +4999", "OOM +0"]);
});

test("failures that differ are all told, but for those that differ by numbers only or are too many", () => {
  const told: string[] = [];
  const tell = tellSameOnce(5_000);
  tell("port 1", () => told.push("a"));
  tell("port 2", () => told.push("b"));
  tell("disk", () => told.push("c"));
  expect(told).toEqual(["a", "c"]);
  const letters = (n: number) =>
    String.fromCharCode(103 + (n % 10), 103 + (Math.floor(n / 10) % 10), 103 + Math.floor(n / 100));
  for (let n = 0; n < 1_000; n += 1) tell(letters(n), () => told.push("more"));
  expect(told.length).toBeLessThanOrEqual(102);
});
