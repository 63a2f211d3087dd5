import fc from "fast-check";
import { expect, test } from "vitest";
import { newLane } from "@/simulation/rules/line-state";
import { notePromise, type Promises, promised } from "@/simulation/rules/promise";
import { mostOf, promiseSoon } from "@/simulation/rules/soon";
import { publicLineOf } from "@/test/public-line";
import { distanceTo } from "./distance";
import type { PublicLine } from "./public-line";
import { LINE, nearDistance, slotsPerSecond, speedLimitPerSecond } from "./rates";
import { isNearing, sleepMs } from "./sleep";

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
    nextAt: untilStart === null ? null : given.now + untilStart,
    near: nearDistance(outflow),
    slots: slotsPerSecond(outflow),
    speed: speedLimitPerSecond(outflow),
  }))
  .map((given) => given as unknown as PublicLine);
const moment = fc.record({
  hidden: fc.boolean(),
  watched: fc.boolean(),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});
const ahead = fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.nat({ max: 3_000_000 }));

/** How old the document may be that somebody sleeps upon. */
const OLDEST_MS = 2_000;
const STEP_MS = 500;

/** Seconds of a course: how much of what it may the serving number moves, and the outflow set. */
const course = fc.array(
  fc.record({
    ms: fc.integer({ min: 500, max: 90_000 }),
    share: fc.constantFrom(0, 0.25, 0.9, 1),
    outflow: fc.option(fc.constantFrom(60, 600, 3_000, 10_000, 40_000), { nil: null, freq: 6 }),
  }),
  { minLength: 1, maxLength: 40 },
);

/** The line at a moment: what is published, and from where on absent visitors may be passed. */
type Moment = {
  readonly atMs: number;
  readonly serving: number;
  readonly outflow: number;
  readonly speedSoon: number;
  readonly reach: number;
};

/** Where the serving number and the outflow were, in steps of half a second. */
function courseOf(parts: readonly { ms: number; share: number; outflow: number | null }[]) {
  let promises: Promises = [];
  const lane = { ...newLane(100, 0), last: Number.MAX_SAFE_INTEGER };
  let outflow = 600;
  let position = 0;
  const moments: Moment[] = [];
  for (const part of parts) {
    outflow = part.outflow ?? outflow;
    for (let ms = 0; ms < part.ms; ms += STEP_MS) {
      const atMs = moments.length * STEP_MS;
      promises = notePromise(promises, { atMs, published: outflow });
      const outflowKept = promised(promises, outflow);
      const serving = Math.floor(position);
      const sixAgo = moments.at(-6_000 / STEP_MS);
      const soonKept = promiseSoon(lane, mostOf(outflow), {
        nowMs: atMs,
        elapsedMs: STEP_MS,
        rate: slotsPerSecond(outflow),
        speed: sixAgo === undefined ? null : (serving - sixAgo.serving) / 6,
      });
      const speedSoon = (lane.speeds.at(-1)?.published ?? Number.NaN) / 1_000;
      const reach = serving + nearDistance(outflowKept);
      moments.push({ atMs, serving, outflow, speedSoon, reach });
      position +=
        (STEP_MS / 1_000) * part.share * Math.min(soonKept, speedLimitPerSecond(outflowKept));
    }
  }
  return moments;
}

/** When the tick passes somebody who has not confirmed. */
function passedAtMs(moments: readonly Moment[], number: number): number {
  const passed = moments.findIndex(({ serving }, index) => {
    const before = moments[index - LINE.confirmMs / STEP_MS];
    return serving >= number && before !== undefined && number <= before.reach;
  });
  return passed === -1 ? Number.POSITIVE_INFINITY : passed * STEP_MS;
}

const documentOf = ({ atMs, serving, outflow, speedSoon }: Moment): PublicLine =>
  publicLineOf({
    now: atMs,
    serving,
    near: nearDistance(outflow),
    slots: slotsPerSecond(outflow),
    speed: speedLimitPerSecond(outflow),
    speedSoon,
  });

const randoms = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));
const share = fc.double({ min: 0, max: 1, noNaN: true });

test("nobody who follows it is passed asleep, whatever the serving number does within its limit", () => {
  fc.assert(
    fc.property(course, share, fc.boolean(), randoms, (parts, where, hidden, stream) => {
      const moments = courseOf(parts);
      const random = () => stream.next().value ?? 0;
      const number = Math.max(1, Math.floor((moments.at(-1)?.serving ?? 0) * where));
      const endMs = moments.length * STEP_MS;
      const sleepUntil = (isReached: (line: PublicLine) => boolean, fromMs: number) => {
        for (let atMs = fromMs; atMs < endMs; ) {
          const index = Math.floor(Math.max(0, atMs - OLDEST_MS * random()) / STEP_MS);
          const seen = moments[index];
          if (seen === undefined || isReached(documentOf(seen))) return atMs;
          const line = documentOf(seen);
          atMs += sleepMs({ line, number, hidden, watched: !hidden, random: random() });
        }
        return endMs;
      };
      const confirmedMs = sleepUntil((line) => isNearing(line, number - line.serving), 0);
      expect(confirmedMs).toBeLessThan(passedAtMs(moments, number));
      const knownMs = sleepUntil((line) => line.serving >= number, confirmedMs);
      const calledMs = moments.findIndex(({ serving }) => serving >= number) * STEP_MS;
      if (calledMs >= 0 && confirmedMs <= calledMs) {
        expect(knownMs - calledMs).toBeLessThanOrEqual(2_000 + OLDEST_MS + STEP_MS);
      }
    }),
    { numRuns: 3_000 },
  );
});

test("whoever is near hears of the turn within two seconds and the age of the document", () => {
  fc.assert(
    fc.property(line, fc.integer({ min: -50, max: 5_000 }), moment, (given, places, when) => {
      const running = { ...given, method: "fifo", nextAt: null } as const;
      const number = running.serving + places;
      const distance = distanceTo(running, number);
      fc.pre(number > 0 && distance <= running.near);
      const soonestMs = Math.max(0, (distance / running.speed) * 1_000);
      expect(sleepMs({ line: running, number, ...when })).toBeLessThanOrEqual(soonestMs + 2_000);
    }),
    { numRuns: 2_000 },
  );
});

test("a visible page that is touched or not minutes away is at most a minute old", () => {
  fc.assert(
    fc.property(line, ahead, moment, (given, places, { watched, random }) => {
      const running = { ...given, method: "fifo", nextAt: null } as const;
      const number = running.serving + places;
      const isFar = distanceTo(running, number) >= running.near + 60 * running.speed;
      fc.pre(watched || !isFar);
      const asleepMs = sleepMs({ line: running, number, hidden: false, watched, random });
      expect(asleepMs).toBeLessThanOrEqual(60_000);
    }),
    { numRuns: 2_000 },
  );
});

test("nobody sleeps past a moment at which the line goes on by more than two seconds", () => {
  fc.assert(
    fc.property(line, fc.option(ahead, { nil: null }), moment, (given, places, when) => {
      fc.pre(typeof given.nextAt === "number" && given.nextAt > given.now);
      const number = places === null ? null : given.serving + places;
      const untilStartMs = (given.nextAt ?? 0) - given.now;
      expect(sleepMs({ line: given, number, ...when })).toBeLessThanOrEqual(untilStartMs + 2_000);
    }),
    { numRuns: 2_000 },
  );
});

test("whoever would be called first hears of a start that nobody had announced before they are passed", () => {
  fc.assert(
    fc.property(line, fc.integer({ min: 1, max: 200 }), moment, (given, number, when) => {
      const before = {
        ...given,
        phase: "pre-queue",
        serving: 0,
        nextAt: given.now + 900_000,
      } as const;
      expect(sleepMs({ line: before, number, ...when }) + OLDEST_MS).toBeLessThan(LINE.confirmMs);
    }),
    { numRuns: 500 },
  );
});

test("a sleep is between one second and two minutes, whatever the line says", () => {
  fc.assert(
    fc.property(line, fc.option(ahead, { nil: null }), moment, (given, places, when) => {
      const number = places === null ? null : given.serving + places;
      const asleepMs = sleepMs({ line: given, number, ...when });
      expect(asleepMs).toBeGreaterThanOrEqual(900);
      expect(asleepMs).toBeLessThanOrEqual(120_000);
    }),
    { numRuns: 2_000 },
  );
});
