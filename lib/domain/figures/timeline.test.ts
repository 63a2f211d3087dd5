import { describe, expect, test } from "vitest";
import { type Lanes, SINGLE_LANE } from "@/lib/domain/lane/lane";
import { frameBetween, frameOf, pointsOf, TIMELINE_STEPS_MAX } from "./timeline";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const nowMs = Date.UTC(2026, 4, 4, 9, 30, 20);
const open = { openedAtMs: nowMs - 3 * DAY_MS, endedAtMs: null };

describe("the steps of a timeline", () => {
  test("are whole minutes while they fit, and the minute that goes on is left out", () => {
    expect(frameOf("hour", open, nowMs)).toEqual({
      firstMinute: nowMs / MINUTE_MS - 60 - 20 / 60,
      endMinute: Date.UTC(2026, 4, 4, 9, 30) / MINUTE_MS,
      stepMinutes: 1,
    });
  });

  test.each([1, 5, 61, 300, 1_440, 44_640, 525_600, 5_256_000])(
    "are never more than the most, also over %i minutes",
    (minutes) => {
      const frame = frameBetween(nowMs - minutes * MINUTE_MS, nowMs);
      const steps = pointsOf(frame, [], { lane: null, lanes: SINGLE_LANE }).length;
      expect(steps).toBeLessThanOrEqual(TIMELINE_STEPS_MAX);
      expect(steps).toBeGreaterThan(0);
      expect(frame.firstMinute * MINUTE_MS).toBeLessThanOrEqual(nowMs - minutes * MINUTE_MS);
    },
  );

  test("of a run that is over end with its last minute, whatever time it is", () => {
    const endedAtMs = Date.UTC(2026, 4, 2, 20, 15, 30);
    const over = { openedAtMs: endedAtMs - DAY_MS, endedAtMs };
    expect(frameOf("quarter", over, nowMs).endMinute * MINUTE_MS).toBe(
      Date.UTC(2026, 4, 2, 20, 16),
    );
  });
});

describe("the points of a timeline", () => {
  const frame = { firstMinute: 100, endMinute: 115, stepMinutes: 10 };
  const lanes: Pick<Lanes, "mode" | "lanes"> = {
    mode: "ordered",
    lanes: [
      { key: "vip", name: "VIP", weight: 1, fromRelativeQuality: null },
      { key: "main", name: "Main", weight: 1, fromRelativeQuality: null },
    ],
  };
  const rows = [
    { step: 10, lane: 0, kind: "joins", value: 5 },
    { step: 10, lane: 1, kind: "joins", value: 7 },
    { step: 10, lane: 0, kind: "waiting", value: 30 },
    { step: 10, lane: 1, kind: "waiting", value: 60 },
    { step: 10, lane: 0, kind: "outflow", value: 30 },
  ];

  test("add the lanes up, and a step in which nothing is stored is a gap", () => {
    expect(pointsOf(frame, rows, { lane: null, lanes })).toEqual([
      {
        atMs: 100 * MINUTE_MS,
        minutes: 10,
        counts: { arrivals: 12, joins: 12 },
        waiting: 90,
        outflowPerMinute: 30,
        expectedWaitSeconds: 180,
      },
      {
        atMs: 110 * MINUTE_MS,
        minutes: 5,
        counts: null,
        waiting: null,
        outflowPerMinute: null,
        expectedWaitSeconds: null,
      },
    ]);
  });

  test("have as many arrivals as joins at least, up to the end of each", () => {
    const counted = [
      ...[0, 1, 2].map((at) => ({ step: 10 + at, lane: 0, kind: "joins", value: 5 })),
      { step: 10, lane: 0, kind: "arrivals", value: 8 },
      { step: 12, lane: 0, kind: "arrivals", value: 3 },
    ];
    const points = pointsOf({ ...frame, endMinute: 130 }, counted, { lane: null, lanes });
    expect(points.map(({ counts }) => counts?.arrivals)).toEqual([8, 2, 5]);
    const late = [
      { step: 10, lane: 0, kind: "joins", value: 9 },
      { step: 11, lane: 0, kind: "arrivals", value: 12 },
    ];
    const arrived = pointsOf(frame, late, { lane: null, lanes }).map(({ counts }) => counts);
    expect(arrived).toEqual([{ arrivals: 9, joins: 9 }, { arrivals: 3 }]);
  });

  test("of one lane have its own people, and wait for those of the lanes before it", () => {
    const [first] = pointsOf(frame, rows, { lane: 0, lanes });
    const [second] = pointsOf(frame, rows, { lane: 1, lanes });
    expect(first).toMatchObject({ counts: { joins: 5 }, waiting: 30, expectedWaitSeconds: 60 });
    expect(second).toMatchObject({ counts: { joins: 7 }, waiting: 60, expectedWaitSeconds: 180 });
  });
});
