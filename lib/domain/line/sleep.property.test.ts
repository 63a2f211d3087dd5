import fc from "fast-check";
import { expect, test } from "vitest";
import { distanceTo } from "./distance";
import type { PublicLine } from "./public-line";
import { nearDistance, slotsPerSecond, speedLimitPerSecond } from "./rates";
import { sleepMs } from "./sleep";

/** What of a line decides how long a browser sleeps. */
const line = fc
  .record({
    outflow: fc.integer({ min: 1, max: 100_000 }),
    serving: fc.nat({ max: 1_000_000 }),
    holes: fc.constantFrom([], [[500_000, 1_499_999]] as const),
    method: fc.constantFrom("fifo" as const, "random" as const),
    phase: fc.constantFrom("running" as const, "queueing" as const, "pre-queue" as const),
    now: fc.constant(1_000_000_000),
    untilStart: fc.option(fc.integer({ min: -600_000, max: 3_600_000 }), { nil: null }),
  })
  .map(({ outflow, untilStart, ...given }) => ({
    ...given,
    startAt: untilStart === null ? null : given.now + untilStart,
    near: nearDistance(outflow),
    slots: slotsPerSecond(outflow),
    speed: speedLimitPerSecond(outflow),
  }))
  .map((given) => given as unknown as PublicLine);
const moment = fc.record({
  hidden: fc.boolean(),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});
const ahead = fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.nat({ max: 3_000_000 }));

test("nobody who waits in order can be called while they sleep, at the published speed limit", () => {
  fc.assert(
    fc.property(line, ahead, moment, (given, places, when) => {
      const running = { ...given, method: "fifo", startAt: null } as const;
      const number = running.serving + places;
      const distance = distanceTo(running, number);
      fc.pre(distance > running.near);
      const asleepMs = sleepMs({ line: running, number, ...when });
      expect((asleepMs / 1_000) * running.speed).toBeLessThan(distance);
    }),
    { numRuns: 2_000 },
  );
});

test("whoever is near the front looks again before a called number stops being under way", () => {
  fc.assert(
    fc.property(line, fc.integer({ min: -50, max: 200 }), moment, (given, places, when) => {
      const running = { ...given, method: "fifo", startAt: null } as const;
      const number = running.serving + places;
      fc.pre(number > 0 && distanceTo(running, number) <= running.near);
      expect(sleepMs({ line: running, number, ...when })).toBeLessThanOrEqual(2_200);
    }),
    { numRuns: 2_000 },
  );
});

test("nobody sleeps past the start by more than two seconds", () => {
  fc.assert(
    fc.property(line, fc.option(ahead, { nil: null }), moment, (given, places, when) => {
      fc.pre(given.phase === "pre-queue" && given.startAt !== null && given.startAt > given.now);
      const number = places === null ? null : given.serving + places;
      const untilStartMs = (given.startAt ?? 0) - given.now;
      expect(sleepMs({ line: given, number, ...when })).toBeLessThanOrEqual(untilStartMs + 2_000);
    }),
    { numRuns: 2_000 },
  );
});

test("a sleep is between one second and 66, whatever the line says", () => {
  fc.assert(
    fc.property(line, fc.option(ahead, { nil: null }), moment, (given, places, when) => {
      const number = places === null ? null : given.serving + places;
      const asleepMs = sleepMs({ line: given, number, ...when });
      expect(asleepMs).toBeGreaterThanOrEqual(900);
      expect(asleepMs).toBeLessThanOrEqual(66_000);
    }),
    { numRuns: 2_000 },
  );
});
