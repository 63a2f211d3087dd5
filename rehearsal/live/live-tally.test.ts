import { expect, test } from "vitest";
import { QUICK_LIVE } from "@/lib/domain/rehearsal/live";
import { newObservation, type Observation } from "../crowd/observation";
import { LiveTally } from "./live-tally";

const waiting = (): Observation => ({ ...newObservation(true, 1_000), numbers: ["1:1"] });
const absent = (): Observation => ({ ...newObservation(false, 1_000), numbers: ["1:2"] });
const inside = (waitedMs: number): Observation => ({
  ...newObservation(true, 1_000),
  numbers: ["1:3"],
  entered: true,
  admittedAtMs: 1_000 + waitedMs,
});

test("a crowd is counted by what each visitor saw", () => {
  const failed = { ...waiting(), errors: ["join 500", "join 500"] };
  const crowd = [inside(4_000), inside(30_000), waiting(), absent(), failed];
  expect(new LiveTally(QUICK_LIVE).look(crowd, 11_000)).toEqual({
    second: 10,
    arrived: 5,
    waiting: 2,
    admitted: 2,
    people: 150,
    noShows: 1,
    errors: 2,
    problems: ["join 500"],
    wait: { median: 30, p95: 30 },
    points: [{ second: 10, arrived: 5, waiting: 2, admitted: 2 }],
    checks: {
      ...{ tokens: 2, fullestMinute: 2, overtaken: 0 },
      ...{ answerMs: null, refused: 0, letPast: 0 },
    },
  });
});

test("however long it lasts, its picture has a bounded number of points, from the first to the last", () => {
  const tally = new LiveTally(QUICK_LIVE);
  const crowd = [waiting()];
  let points: readonly { readonly second: number }[] = [];
  for (let second = 0; second <= 900; second += 1) {
    points = tally.look(crowd, 1_000 + 1_000 * second).points;
    expect(points.length).toBeLessThanOrEqual(240);
  }
  expect(points[0]?.second).toBe(0);
  expect(points.at(-1)?.second).toBeGreaterThan(890);
});
