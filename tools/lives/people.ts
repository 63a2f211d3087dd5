import fc from "fast-check";
import { type Chance, plainStep, stepOf } from "./step";
import type { PageVisitor } from "./visitor";

function byPage(
  weight: number,
  name: string,
  does: (visitor: PageVisitor) => Promise<void> | void,
): Chance {
  return stepOf(weight, name, fc.nat({ max: 30 }), async (life, index) => {
    const visitor = life.pageOf(index);
    if (visitor?.admittedAtMs === null) await life.visit(() => does(visitor));
  });
}

const someTime = fc.oneof(
  { arbitrary: fc.integer({ min: 1, max: 4_000 }), weight: 4 },
  { arbitrary: fc.constantFrom(8_000, 15_000, 30_000), weight: 3 },
  { arbitrary: fc.constantFrom(70_000, 130_000), weight: 1 },
);
const someLoss = fc.integer({ min: 100, max: 2_000 });

export const PEOPLE: readonly Chance[] = [
  stepOf(20, "pass", someTime, (life, ms) => life.pass(ms)),
  stepOf(12, "arrive", fc.integer({ min: 1, max: 6 }), (life, count) => life.arriveMany(count)),
  plainStep(3, "arriveByApp", (life) => life.arriveByApp()),
  plainStep(2, "arriveWithCode", (life) => life.arrive(life.codes.pop())),
  byPage(3, "reload", (one) => one.open()),
  byPage(1, "sleep", (one) => one.setAsleep(true)),
  byPage(1, "wake", (one) => one.setAsleep(false)),
  byPage(2, "goAway", (one) => one.setGone(true)),
  byPage(2, "comeBack", (one) => one.setGone(false)),
  plainStep(1, "restartRedis", (life) => life.restartRedis()),
  stepOf(1, "loseRedis", someLoss, (life, ms) => life.loseRedis(ms)),
  byPage(1, "leave", (one) => one.leave()),
];
