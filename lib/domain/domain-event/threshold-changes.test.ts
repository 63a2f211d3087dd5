import { expect, test } from "vitest";
import type { Threshold } from "@/lib/domain/threshold/threshold";
import { thresholdChanges } from "./threshold-changes";

const LONG: Threshold = {
  ...{ id: "thr_1", name: "Line too long", metric: "waiting" },
  ...{ crossedAt: 100, clearedAt: 50, holdSeconds: 0 },
};
const UNKNOWN = {
  ...{ waiting: null, expectedWaitMinutes: null, outflowUsedPercent: null, noShowPercent: null },
};
const NOTHING = { states: new Map(), crossed: [] };
const look = (waiting: number | null) => ({ values: { ...UNKNOWN, waiting }, atMs: 1_000 });

test("a crossed threshold that watches something else now is cleared, and begins anew", () => {
  const crossed = thresholdChanges([LONG], NOTHING, look(120));
  expect(crossed.changes.map(({ type }) => type)).toEqual(["event.threshold_crossed"]);
  const other: Threshold = { ...LONG, metric: "noShowPercent" };
  const after = thresholdChanges([other], crossed, look(120));
  expect(after.changes).toMatchObject([
    { type: "event.threshold_cleared", data: { metric: "waiting", value: null } },
  ]);
  expect(after.crossed).toEqual([]);
  expect(thresholdChanges([LONG], after, look(120)).changes).toHaveLength(1);
});

test("a crossed threshold that is deleted is cleared once", () => {
  const crossed = thresholdChanges([LONG], NOTHING, look(120));
  const after = thresholdChanges([], crossed, look(null));
  expect(after.changes.map(({ type }) => type)).toEqual(["event.threshold_cleared"]);
  expect(thresholdChanges([], after, look(null)).changes).toEqual([]);
});
