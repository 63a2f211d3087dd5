import { afterAll, expect, test } from "vitest";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { LineCrowd } from "@/test/line-crowd";
import { testRedisUrl } from "@/test/redis";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const LATE_SECONDS = 180;
const OUTFLOW = 240;

/** A hundred of the first four hundred have closed the page, and come back three minutes after their number was called. */
test("those who were told and come three minutes late all get in, and hold up nobody", async () => {
  const crowd = await LineCrowd.open(redis, { outflowPerMinute: OUTFLOW });
  crowd.stepMs = 500;
  const joined = await crowd.join(2_000, (index) => index >= 400 || index % 4 !== 0);
  const told = joined.filter(({ isPresent }) => !isPresent);
  expect(told).toHaveLength(100);
  const comeLate = () => {
    const due = told.filter(
      ({ isPresent, calledAtMs }) =>
        !isPresent && calledAtMs !== null && crowd.nowMs - calledAtMs >= LATE_SECONDS * 1_000,
    );
    crowd.comeBack(due);
  };
  const othersIn = () =>
    joined.filter((one) => one.admittedAtMs !== null && !told.includes(one)).length;

  await crowd.play(1);
  const fromMs = crowd.nowMs;
  await crowd.play(LATE_SECONDS, comeLate);
  // Until then the slots of those who are away went to others.
  const [lateFromMs, othersBefore] = [crowd.nowMs, othersIn()];
  await crowd.play(240, comeLate);

  expect(told.filter(({ admittedAtMs }) => admittedAtMs === null)).toEqual([]);
  const slotsSince = (ms: number) => ((crowd.nowMs - ms) / 60_000) * OUTFLOW;
  expect(othersIn() / (slotsSince(fromMs) - told.length)).toBeGreaterThan(0.95);
  // And while they come, others have the share that is theirs.
  expect((othersIn() - othersBefore) / slotsSince(lateFromMs)).toBeGreaterThan(0.8);
  expect(crowd.inversions(OUTFLOW)).toEqual([]);
});
