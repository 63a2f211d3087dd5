import { expect, test } from "vitest";
import { calledSince, keepLook, metricValues } from "./metric-values";

const LINE = {
  ...{ waiting: 600, outflowPerMinute: 60, moving: 1, lineTimeMs: 600_000 },
  measured: `${600_000 / 5_000}:22`,
};
const NOBODY = { called: 0, noShows: 0 };

test("values are those that the console shows", () => {
  const { expectedWaitMinutes, ...values } = metricValues(LINE, { called: 50, noShows: 10 });
  expect(values).toEqual({ waiting: 600, outflowUsedPercent: 40, noShowPercent: 20 });
  expect(expectedWaitMinutes).toBeGreaterThan(8);
  expect(expectedWaitMinutes).toBeLessThan(12);
});

test("nobody knows a wait or the use of the outflow while the line stands, or a share of few", () => {
  const stands = metricValues({ ...LINE, moving: 0 }, { called: 19, noShows: 10 });
  expect(stands).toMatchObject({ waiting: 600, expectedWaitMinutes: null });
  expect(stands).toMatchObject({ outflowUsedPercent: null, noShowPercent: null });
  const empty = metricValues({ ...LINE, waiting: 0, measured: "" }, NOBODY);
  expect(empty).toMatchObject({ expectedWaitMinutes: 0, outflowUsedPercent: 100 });
});

test("no-shows count of the last ten minutes", () => {
  const looks = Array.from({ length: 50 }, (_, index) => ({
    ...{ atMs: index * 30_000, called: index * 10, noShows: index < 25 ? 0 : index - 25 },
  }));
  const kept = looks.reduce(keepLook, [] as readonly (typeof looks)[number][]);
  expect(kept).toHaveLength(21);
  expect(calledSince(kept, { called: 490, noShows: 24 })).toEqual({ called: 200, noShows: 20 });
  expect(calledSince(kept, { called: 5, noShows: 0 })).toEqual(NOBODY);
});
