import { expect, test } from "vitest";
import type { TimelinePoint } from "@/lib/domain/figures/timeline";
import { chartsOf, windowOf } from "./timeline-series";

const MINUTE_MS = 60_000;
const point = (counts: TimelinePoint["counts"], minutes = 1): TimelinePoint => ({
  ...{ atMs: 0, minutes, counts },
  ...{ waiting: 5, outflowPerMinute: 60, expectedWaitSeconds: 12 },
});
const source = (...points: TimelinePoint[]) => ({ fromMs: 0, stepMs: MINUTE_MS, points });
const seriesOf = (chart: string, key: string, ...points: TimelinePoint[]) =>
  chartsOf(source(...points))
    .find(({ id }) => id === chart)
    ?.series.find((one) => one.key === key)?.values;

test("visitors are shown by the minute, however long a step is and however much of it is over", () => {
  expect(
    seriesOf("flow", "arrivals", point({ arrivals: 30 }), point({ arrivals: 30 }, 10)),
  ).toEqual([30, 3]);
});

test("where nothing is stored, or no minute is over, nothing is shown; where nobody came, none", () => {
  const values = seriesOf("flow", "arrivals", point(null), point({ arrivals: 4 }, 0), point({}));
  expect(values).toEqual([null, null, 0]);
});

test("charts of what never happened are left out", () => {
  expect(chartsOf(source(point({}))).map(({ id }) => id)).toEqual([
    ...["flow", "waiting", "wait", "no-shows"],
  ]);
  const busy = point({ "refused-full": 2, "refused-code": 1, challenged: 3 });
  const charts = chartsOf(source(busy));
  expect(charts.map(({ id }) => id).slice(4)).toEqual(["refused", "challenges"]);
  expect(charts[4]?.series.map(({ label }) => label)).toEqual(["line full", "wrong code"]);
});

test("the window ends with the newest step of either length", () => {
  const long = source(point({}), point({}));
  expect(windowOf(long)).toEqual({ fromMs: 0, untilMs: 2 * MINUTE_MS });
  const fine = { fromMs: 0, stepMs: 5_000, points: Array.from({ length: 30 }, () => point({})) };
  expect(windowOf({ ...long, fine })).toEqual({ fromMs: 0, untilMs: 150_000 });
});
