import { expect, test } from "vitest";
import type { LivePlan } from "@/lib/domain/rehearsal/live";
import { newObservation, type Observation } from "../crowd/observation";
import { AnswerTimes, checkCrowd } from "./live-checks";

const plan: LivePlan = {
  ...{ people: 100, arriveSeconds: 10, outflowPerMinute: 60, noShowPercent: 0, minutes: 5 },
};

function admitted(number: number, second: number, more: Partial<Observation> = {}): Observation {
  return {
    ...newObservation(true, 0),
    ...{ queueNumbers: [number], numbers: [`1:${number}`] },
    ...{ admittedAtMs: second * 1_000, entered: true, ...more },
  };
}

const check = (crowd: readonly Observation[], isInOrder = true) =>
  checkCrowd(crowd, { plan, isInOrder });

test("a crowd that came in as the line promises", () => {
  const crowd = Array.from({ length: 120 }, (_, index) => admitted(index + 1, index + 1));
  expect(check(crowd)).toEqual({
    ...{ tokens: 120, fullestMinute: 59, overtaken: 0, refused: 0, letPast: 0 },
  });
});

test("more within a minute than the outflow is told, however late the answers came", () => {
  const crowd = Array.from({ length: 70 }, (_, index) => admitted(index + 1, 58 + index * 0.01));
  expect(check(crowd).fullestMinute).toBe(70);
});

test("who came in behind a much higher number was overtaken, unless there is no order", () => {
  const crowd = [admitted(1, 1), admitted(20, 2), admitted(9, 3), admitted(10, 4)];
  expect(check(crowd).overtaken).toBe(1);
  expect(check(crowd, false).overtaken).toBeNull();
});

test("the connector is wrong where it refuses a token, or lets in without one", () => {
  const refused = admitted(1, 1, { entered: false, errors: ["ended at /tickets 403"] });
  const onTheWay = admitted(2, 1, { entered: false });
  const past = { ...newObservation(true, 0), entered: true };
  expect(check([refused, onTheWay, past])).toMatchObject({ tokens: 2, refused: 1, letPast: 1 });
});

test("how fast the slowest of nineteen in twenty answers were", () => {
  const times = new AnswerTimes();
  expect(times.p95()).toBeNull();
  for (let ms = 1; ms <= 100; ms += 1) times.add(ms);
  expect(times.p95()).toBe(95);
  times.add(1_000_000);
  expect(times.p95()).toBe(96);
});
