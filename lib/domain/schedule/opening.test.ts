import { expect, test } from "vitest";
import { runOpensAtMs } from "./opening";

const HOUR_MS = 3_600_000;
const preQueueAtMs = 100 * HOUR_MS;
const opens = (lastEndMs: number | null) => runOpensAtMs({ preQueueAtMs }, lastEndMs);

test("an occurrence is opened an hour before its pre-queue", () => {
  expect(opens(null)).toBe(99 * HOUR_MS);
  expect(opens(preQueueAtMs - 24 * HOUR_MS)).toBe(99 * HOUR_MS);
  expect(opens(preQueueAtMs - 2 * HOUR_MS)).toBe(99 * HOUR_MS);
});

test("one that follows soon is opened half-way, and one that follows at once at its pre-queue", () => {
  expect(opens(preQueueAtMs - HOUR_MS)).toBe(99.5 * HOUR_MS);
  expect(opens(preQueueAtMs)).toBe(preQueueAtMs);
});

test("an end that lies behind the pre-queue delays nothing", () => {
  expect(opens(preQueueAtMs + HOUR_MS)).toBe(preQueueAtMs);
});
