import fc from "fast-check";
import type { Life } from "./life";
import { plainStep, type Step, stepOf } from "./step";
import { PageVisitor } from "./visitor";

const who = fc.nat({ max: 30 });

function pageOf(life: Life, index: number): PageVisitor | null {
  const pages = life.visitors.filter((one) => one instanceof PageVisitor);
  return pages[index % Math.max(1, pages.length)] ?? null;
}

/** Does something with one of those who have come with a browser and are not in. */
function withPage(does: (visitor: PageVisitor) => Promise<void> | void) {
  return async (life: Life, index: number): Promise<void> => {
    const visitor = pageOf(life, index);
    if (visitor === null || visitor.admittedAtMs !== null) return;
    await life.visit(() => does(visitor));
  };
}

/** How time passes: moments, some seconds, minutes. */
const someTime = fc.oneof(
  { arbitrary: fc.integer({ min: 1, max: 4_000 }), weight: 4 },
  { arbitrary: fc.constantFrom(8_000, 15_000, 30_000), weight: 3 },
  { arbitrary: fc.constantFrom(70_000, 130_000), weight: 1 },
);

/** What visitors of every kind do, and the passing of time. */
export const PEOPLE: readonly fc.WeightedArbitrary<Step>[] = [
  { arbitrary: stepOf("pass", someTime, (life, ms) => life.pass(ms)), weight: 20 },
  {
    arbitrary: stepOf("arrive", fc.integer({ min: 1, max: 6 }), async (life, count) => {
      for (let index = 0; index < count; index += 1) await life.arrive();
    }),
    weight: 12,
  },
  { arbitrary: plainStep("arriveByApp", (life) => life.arriveByApp()), weight: 3 },
  {
    arbitrary: plainStep("arriveWithCode", async (life) => life.arrive(life.codes.pop() ?? null)),
    weight: 2,
  },
  {
    arbitrary: stepOf(
      "reload",
      who,
      withPage((one) => one.open()),
    ),
    weight: 3,
  },
  {
    arbitrary: stepOf(
      "sleep",
      who,
      withPage((one) => one.setAsleep(true)),
    ),
    weight: 1,
  },
  {
    arbitrary: stepOf(
      "wake",
      who,
      withPage((one) => one.setAsleep(false)),
    ),
    weight: 1,
  },
  {
    arbitrary: stepOf(
      "goAway",
      who,
      withPage((one) => one.setGone(true)),
    ),
    weight: 2,
  },
  {
    arbitrary: stepOf(
      "comeBack",
      who,
      withPage((one) => one.setGone(false)),
    ),
    weight: 2,
  },
  { arbitrary: plainStep("restartRedis", (life) => life.restartRedis()), weight: 1 },
  {
    arbitrary: stepOf("loseRedis", fc.integer({ min: 100, max: 2_000 }), (life, ms) =>
      life.loseRedis(ms),
    ),
    weight: 1,
  },
  {
    arbitrary: stepOf(
      "leave",
      who,
      withPage((one) => one.leave()),
    ),
    weight: 1,
  },
];
