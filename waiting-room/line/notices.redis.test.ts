import { afterAll, expect, test } from "vitest";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { LineCrowd } from "@/test/line-crowd";
import { testRedisUrl } from "@/test/redis";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const LATE_SECONDS = 180;
const OUTFLOW = 300;

/**
 * A hundred close the page because they are told by e-mail, and come back three minutes after their number was called; as
 * many of every four who wait as that. Without notices the same people would have stayed.
 */
test("those who were told and come three minutes late get in, and hold up nobody", async () => {
  const crowd = await LineCrowd.open(redis, { outflowPerMinute: OUTFLOW });
  const joined = await crowd.join(3_600, (index) => index >= 400 || index % 4 !== 0);
  const told = joined.filter(({ isPresent }) => !isPresent);
  expect(told).toHaveLength(100);
  const comeLate = () => {
    const due = told.filter(
      ({ isPresent, calledAtMs }) =>
        !isPresent && calledAtMs !== null && crowd.nowMs - calledAtMs >= LATE_SECONDS * 1_000,
    );
    crowd.comeBack(due);
  };
  const slots = (fromMs: number) => ((crowd.nowMs - fromMs) / 60_000) * OUTFLOW;
  const othersIn = () =>
    crowd.members.filter(({ admittedAtMs }) => admittedAtMs !== null).length -
    told.filter(({ admittedAtMs }) => admittedAtMs !== null).length;

  await crowd.play(LATE_SECONDS + 10, comeLate);
  const [fromMs, othersBefore] = [crowd.nowMs, othersIn()];
  const firstLate = told.filter(({ isPresent }) => isPresent).length;
  expect(firstLate).toBeGreaterThan(0);
  await crowd.play(300, comeLate);
  const allLateAtMs = Math.max(...told.map(({ admittedAtMs }) => admittedAtMs ?? Infinity));

  expect(told.every(({ admittedAtMs }) => admittedAtMs !== null)).toBe(true);
  const given = slots(fromMs);
  const othersFlow = (othersIn() - othersBefore) / given;
  console.info({ othersFlow, allLateAfterSeconds: (allLateAtMs - fromMs) / 1_000, given });
  expect(othersFlow).toBeGreaterThan(0);
  expect(crowd.inversions(OUTFLOW)).toEqual([]);
});
