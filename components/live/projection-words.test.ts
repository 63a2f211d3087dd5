import { describe, expect, test } from "vitest";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import { lastRunWords, projectionWords, rehearsalWords } from "./projection-words";

const NOW_MS = Date.parse("2026-12-01T10:00:00Z");
const MINUTE = 60_000;
const at = (minutes: number) => new Date(NOW_MS + minutes * MINUTE).toISOString();

type Of = {
  event?: Partial<EventLive["event"]>;
  snapshot?: Partial<NonNullable<EventLive["snapshot"]>>;
  /** Who joined in each five seconds. */
  joined?: number;
  admitted?: number;
};

function wordsOf({ event, snapshot, joined = 0, admitted = 10 }: Of): string | null {
  const bucket = { joined, admitted, waiting: 500, atMs: 0 };
  const live = {
    event: {
      ...{ status: "open", kind: "always-on", method: "fifo", timeZone: "UTC", schedules: [] },
      ...{ startAt: null, endAt: null, paused: false, letThrough: false, draw: null },
      governor: null,
      ...{ outflowPerMinute: 120, unitsPerAdmission: 1, ...event },
    },
    snapshot: {
      ...{ phase: "queueing", waiting: 1_200, lineTimeMs: NOW_MS, outflowPerMinute: 120 },
      ...{ timeUnknown: false, recovering: false, stock: null, grants: null, seats: null },
      ...{ sums: { joined: 5_000 }, shows: { called: 5_000, noShows: 0 } },
      series: Array.from({ length: 180 }, () => bucket),
      ...snapshot,
    },
    standing: { suspension: null, limits: { maxOutflowPerMinute: null } },
  };
  // Only what a projection is made from.
  return projectionWords(live as unknown as EventLive);
}

const SALE = { kind: "scheduled", startAt: at(-20), endAt: at(60) } as const;

describe("the line of words follows the state", () => {
  test.each<[string, Of, string | null]>([
    ["a line that clears", {}, "At this outflow the line is empty at 10:10 UTC."],
    [
      "visitors go on joining",
      { joined: 5 },
      "At this outflow the line is empty between 10:16 and 10:24 UTC if visitors keep joining at 60 per minute.",
    ],
    [
      "half of those called do not come",
      { snapshot: { shows: { called: 5_000, noShows: 2_500 } } },
      "At this outflow the line is empty between 10:05 and 10:10 UTC.",
    ],
    [
      "half of the slots are taken",
      { admitted: 5 },
      "At this outflow the line is empty between 10:10 and 10:20 UTC.",
    ],
    [
      "nearly as many come as go",
      { joined: 9 },
      "At this outflow the line is empty at 10:41 UTC at the earliest if visitors keep joining at 108 per minute.",
    ],
    ["more come than go", { joined: 27 }, "The line grows by 199 per minute."],
    [
      "a sale",
      { event: SALE, snapshot: { phase: "running" } },
      "At this outflow the line is empty at 10:10 UTC, 30 min after the start.",
    ],
    [
      "a sale that ends too early",
      { event: { ...SALE, endAt: at(5) }, snapshot: { phase: "running" } },
      "At this outflow about 570–590 visitors will be left at the end at 10:05 UTC.",
    ],
    [
      "a sale that ends while the line grows",
      { event: { ...SALE, endAt: at(5) }, snapshot: { phase: "running" }, joined: 27 },
      "The line grows by 199 per minute; about 2,100–2,300 visitors will be left at the end at 10:05 UTC.",
    ],
    [
      "a pre-queue",
      { event: { ...SALE, startAt: at(30) }, snapshot: { phase: "pre-queue" } },
      "At this outflow the line is empty between 10:38 and 10:39 UTC, 8–9 min after the start.",
    ],
    [
      "a pre-queue without anybody",
      { event: { ...SALE, startAt: at(30) }, snapshot: { phase: "pre-queue", waiting: 0 } },
      null,
    ],
    [
      "a draw that is to come",
      {
        event: { ...SALE, startAt: at(30), draw: { type: "drand" } as never },
        snapshot: { phase: "pre-queue" },
      },
      "After the draw, it takes 8–9 min until the line is empty.",
    ],
    [
      "a pause",
      { event: { paused: true }, joined: 5 },
      "If resumed now and visitors keep joining at 60 per minute, the line is empty between 10:16 and 10:24 UTC.",
    ],
    [
      "a pause while more join than are admitted",
      { event: { paused: true }, joined: 20 },
      "If resumed now and visitors keep joining at 240 per minute, the line won't be empty within a day.",
    ],
    [
      "less stock than visitors",
      { event: { unitsPerAdmission: 2 }, snapshot: { stock: 480 } },
      "At this outflow stock runs out at 10:02 UTC with about 940–950 visitors still waiting.",
    ],
    [
      "nothing left",
      { snapshot: { grants: 0 } },
      "Nothing is left for the 1,200 visitors waiting.",
    ],
    [
      "an outflow of none",
      { snapshot: { outflowPerMinute: 0 } },
      "At this outflow the line won't be empty within a day.",
    ],
    [
      "nobody waiting",
      { snapshot: { waiting: 0, phase: "dormant" } },
      "At this outflow visitors are admitted as fast as they join.",
    ],
    [
      "a pause while nobody joins",
      { event: { paused: true } },
      "If resumed now, the line is empty at 10:10 UTC.",
    ],
    ["nothing left, nobody waiting", { snapshot: { waiting: 0, stock: 0 } }, null],
    [
      "less stock than an order, nobody waiting",
      { event: { unitsPerAdmission: 2 }, snapshot: { waiting: 0, stock: 1 } },
      null,
    ],
    ["no slots left, nobody waiting", { snapshot: { waiting: 0, grants: 0 }, joined: 5 }, null],
    ["nobody has come yet", { snapshot: { waiting: 0, sums: { joined: 0 } as never } }, null],
    ["everybody let through", { event: { letThrough: true } }, null],
    ["a loss", { snapshot: { recovering: true } }, null],
    ["an event that is over", { snapshot: { phase: "ended" } }, null],
  ])("%s", (_, of, words) => {
    expect(wordsOf(of)).toBe(words);
  });
});

test("what was rehearsed and what happened the last time are said as they are", () => {
  const peakWaiting = { low: 1, middle: 2, high: 3 };
  const clearing = { low: 38, middle: 42, high: 46 };
  const rehearsal = { id: "reh_1", clearing, peakWaiting };
  const lastRun = { clearedMinute: 41, waitingAtEnd: 0, peakWaiting: 3_200 };
  expect(rehearsalWords({ rehearsal, lastRun })).toBe(
    "Rehearsal: cleared 38–46 min after the start",
  );
  const long = { ...rehearsal, clearing: { low: 138, middle: 160, high: 186 } };
  expect(rehearsalWords({ rehearsal: long, lastRun })).toBe(
    "Rehearsal: cleared 2 h 18 min – 3 h 6 min after the start",
  );
  expect(lastRunWords({ rehearsal, lastRun })).toBe("Last run: cleared after 41 min, peak 3,200");
  const unclear = { ...rehearsal, clearing: null };
  const stopped = { clearedMinute: null, waitingAtEnd: 300, peakWaiting: 900 };
  expect(rehearsalWords({ rehearsal: unclear, lastRun })).toBe("Rehearsal: not always cleared");
  expect(lastRunWords({ rehearsal, lastRun: stopped })).toBe(
    "Last run: ended with 300 visitors waiting, peak 900",
  );
  expect(lastRunWords({ rehearsal, lastRun: { ...stopped, peakWaiting: 0 } })).toBeNull();
});
