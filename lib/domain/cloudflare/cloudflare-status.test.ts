import { expect, test } from "vitest";
import { publicLineOf } from "@/test/public-line";
import { CLOUDFLARE_ENGLISH, type CloudflareVisitor, cloudflareStatus } from "./cloudflare-status";

const NOW = Date.UTC(2020, 7, 3, 23, 46);
const MINUTE = 60_000;

function statusOf(
  line: Parameters<typeof publicLineOf>[0],
  visitor: Partial<CloudflareVisitor> = {},
) {
  return cloudflareStatus({
    line: publicLineOf({ now: NOW, ...line }),
    ahead: 11_800,
    kind: "always-on",
    wording: CLOUDFLARE_ENGLISH,
    ...visitor,
  });
}

const FIFO = {
  inWaitingRoom: true,
  waitTimeKnown: true,
  waitTime: 10,
  waitTime25Percentile: 0,
  waitTime50Percentile: 0,
  waitTime75Percentile: 0,
  waitTimeFormatted: "10 minutes",
  queueIsFull: false,
  queueAll: false,
  lastUpdated: "2020-08-03T23:46:00.000Z",
  refreshIntervalSeconds: 20,
  queueingMethod: "fifo",
  isFIFOQueue: true,
  isRandomQueue: false,
  isPassthroughQueue: false,
  isRejectQueue: false,
  isEventActive: false,
  isEventPrequeueing: false,
  timeUntilEventStart: 0,
  timeUntilEventStartFormatted: "unavailable",
  timeUntilEventEnd: 0,
  timeUntilEventEndFormatted: "unavailable",
  shuffleAtEventStart: false,
  turnstile: "",
  infiniteQueue: false,
};

const UNKNOWN_WAIT = { waitTimeKnown: false, waitTime: 0, waitTimeFormatted: "unavailable" };
const DRAW = { commitment: "c0ffee", freeze: "", opensAt: 0 };

test("fifo: the documented example, field by field", () => {
  expect(statusOf({ measured: 1_180 })).toEqual(FIFO);
  expect(Object.keys(statusOf({}))).toHaveLength(25);
});

test("random: the documented example, field by field", () => {
  // A chance of 100 in 1,470 a minute: 4.1, 9.8 and 19.7 minutes by the published formula.
  const random = statusOf(
    {
      method: "random",
      phase: "running",
      waiting: 1_470,
      measured: 100,
      startAt: NOW - 5 * MINUTE,
      endAt: NOW + 15 * MINUTE,
      draw: { ...DRAW, opensAt: NOW - 4 * MINUTE },
    },
    { kind: "scheduled" },
  );
  expect(random).toEqual({
    ...FIFO,
    waitTime: 10,
    waitTime25Percentile: 5,
    waitTime50Percentile: 10,
    waitTime75Percentile: 20,
    waitTimeFormatted: "5 minutes to 20 minutes",
    queueingMethod: "random",
    isFIFOQueue: false,
    isRandomQueue: true,
    isEventActive: true,
    timeUntilEventEnd: 15,
    timeUntilEventEndFormatted: "15 minutes",
    shuffleAtEventStart: true,
  });
});

test("random: one chance in ten a minute is 6.58 minutes for half of all", () => {
  const { waitTime50Percentile } = statusOf({ method: "random", measured: 10, waiting: 100 });
  expect(waitTime50Percentile).toBe(7);
  const soon = statusOf({ method: "random", measured: 100, waiting: 20 });
  expect([soon.waitTime, soon.waitTimeFormatted]).toEqual([1, "1 minute"]);
});

test("queue all: everybody waits, and nobody knows how long", () => {
  expect(statusOf({ paused: true })).toEqual({ ...FIFO, ...UNKNOWN_WAIT, queueAll: true });
});

test("reject: nobody waits, so asking again is of no use", () => {
  expect(statusOf({ method: "reject", phase: "rejected" }, { ahead: null })).toEqual({
    ...FIFO,
    ...UNKNOWN_WAIT,
    refreshIntervalSeconds: 0,
    queueingMethod: "reject",
    isFIFOQueue: false,
    isRejectQueue: true,
  });
});

test("pre-queue: the time to the start and to the end, and whether places are drawn", () => {
  const times = { startAt: NOW + 12 * MINUTE, endAt: NOW + 42 * MINUTE };
  const prequeue = statusOf({ phase: "pre-queue", ...times, draw: DRAW }, { kind: "scheduled" });
  expect(prequeue).toEqual({
    ...FIFO,
    ...UNKNOWN_WAIT,
    isEventActive: true,
    isEventPrequeueing: true,
    timeUntilEventStart: 12,
    timeUntilEventStartFormatted: "12 minutes",
    timeUntilEventEnd: 42,
    timeUntilEventEndFormatted: "42 minutes",
    shuffleAtEventStart: true,
  });
  const early = statusOf({ phase: "before", startAt: NOW + 90 * MINUTE }, { kind: "scheduled" });
  expect([early.timeUntilEventStartFormatted, early.isEventPrequeueing]).toEqual([
    "1 hour 30 minutes",
    true,
  ]);
});

test("full: only who has no place is told, and may ask again", () => {
  expect(statusOf({ full: true, waiting: 11_800 }, { ahead: null })).toEqual({
    ...FIFO,
    queueIsFull: true,
  });
  expect(statusOf({ full: true })).toEqual(FIFO);
});

test("passthrough lets everybody in: no wait is known", () => {
  expect(statusOf({ method: "passthrough" })).toMatchObject({
    ...UNKNOWN_WAIT,
    isPassthroughQueue: true,
    isFIFOQueue: false,
  });
});

test("who comes near the front asks more often, who has no place yet at once", () => {
  const every = (ahead: number | null) => statusOf({}, { ahead }).refreshIntervalSeconds;
  expect([every(11_800), every(2_001), every(2_000), every(0), every(null)]).toEqual([
    20, 20, 5, 5, 1,
  ]);
  expect(statusOf({ phase: "ended" }).refreshIntervalSeconds).toBe(0);
  for (const undone of [{ soldOut: true }, { paused: true }, { phase: "rejected" as const }]) {
    expect(statusOf(undone, { ahead: 0 }).refreshIntervalSeconds).toBe(5);
    expect(statusOf(undone, { ahead: 11_800 }).refreshIntervalSeconds).toBe(20);
  }
  expect(statusOf({ soldOut: true }, { ahead: null }).refreshIntervalSeconds).toBe(20);
});

test("in the first minute after the start the outflow counts, later what was measured", () => {
  const line = { measured: 118, startAt: NOW - 30_000, phase: "running" } as const;
  expect(statusOf(line).waitTime).toBe(10);
  expect(statusOf({ ...line, startAt: NOW - 90_000 }).waitTime).toBe(100);
  expect(statusOf({ measured: 0, outflow: 0 })).toMatchObject(UNKNOWN_WAIT);
});
