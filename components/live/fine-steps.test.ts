import { expect, test } from "vitest";
import { fineSteps } from "./fine-steps";

const bucket = (atMs: number, joined: number, waiting: number) => ({
  atMs,
  joined,
  admitted: 0,
  waiting,
});

test("the buckets of a line become steps of 15 seconds, without the one that goes on", () => {
  const series = Array.from({ length: 12 }, (_, index) => bucket(index * 5_000, 1, index));
  expect(fineSteps(series, 0)).toMatchObject({
    fromMs: 15_000,
    stepMs: 15_000,
    points: [
      { waiting: 5, minutes: 0.25 },
      { waiting: 8, minutes: 0.25 },
    ],
  });
});

test("what was before the run is unknown, not nobody", () => {
  const series = Array.from({ length: 15 }, (_, index) => bucket(index * 5_000, 0, 0));
  const points = fineSteps(series, 31_000)?.points ?? [];
  expect(points.map(({ waiting }) => waiting)).toEqual([null, 0, 0]);
  expect(fineSteps(series.slice(0, 4), 0)).toBeNull();
});
