import { afterAll, expect, test } from "vitest";
import { speedLimitPerSecond } from "@/lib/domain/line/rates";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { LineCrowd } from "@/test/line-crowd";
import { testRedisUrl } from "@/test/redis";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const OUTFLOW = 600;
const LIMIT = speedLimitPerSecond(OUTFLOW);

/** A line in which so many are there, then so many are gone, then others are there. */
async function openCrowd(present: number, gone: number): Promise<LineCrowd> {
  const crowd = await LineCrowd.open(redis, { outflowPerMinute: OUTFLOW });
  crowd.stepMs = 500;
  await crowd.join(present, () => true);
  await crowd.join(gone, () => false);
  await crowd.join(100, () => true);
  return crowd;
}

/** Where the serving number was, and what was published, at each step. */
async function watch(crowd: LineCrowd, seconds: number) {
  const looks: { readonly atMs: number; readonly serving: number; readonly soon: number }[] = [];
  await crowd.play(seconds, () => {
    const { servingNumber: serving = 0, speedSoon } = crowd.line.lane(0) ?? {};
    looks.push({ atMs: crowd.nowMs, serving, soon: speedSoon ?? LIMIT });
  });
  return looks;
}

test("the speed of the near future is kept, and given up where many are gone", async () => {
  const crowd = await openCrowd(1_000, 4_000);
  const looks = await watch(crowd, 300);
  const tightest = Math.min(...looks.map(({ soon }) => soon));
  expect(tightest).toBeLessThan(2 * (OUTFLOW / 60));
  for (const [index, from] of looks.entries()) {
    for (const to of looks.slice(index + 1)) {
      const seconds = (to.atMs - from.atMs) / 1_000;
      if (seconds > 40) break;
      // One second of it may have been saved up.
      expect(to.serving - from.serving).toBeLessThanOrEqual(from.soon * (seconds + 1) + 1);
    }
  }
  expect(looks.at(-1)?.serving).toBe(5_100);
  expect(crowd.inversions(OUTFLOW)).toEqual([]);
});

test("no speed of the near future is published beside a process of the version before", async () => {
  const crowd = await openCrowd(3_000, 0);
  const alone = await watch(crowd, 75);
  expect(alone.at(-1)?.soon).toBeLessThan(LIMIT);
  // It moves the line and leaves the field as it was.
  await redis.hset(eventKeys(crowd.settings).line, "speedsAtMs", 1);
  const beside = await watch(crowd, 30);
  expect(Math.min(...beside.map(({ soon }) => soon))).toBe(LIMIT);
  const after = await watch(crowd, 45);
  expect(after.at(-1)?.soon).toBeLessThan(LIMIT);
});

test("where nobody waits nothing is kept for those who come", async () => {
  const crowd = await openCrowd(900, 0);
  await crowd.play(75);
  expect(crowd.line.lane(0)?.speedSoon).toBeLessThan(LIMIT);
  await crowd.play(60);
  expect(crowd.line.lane(0)).toMatchObject({ servingNumber: 1_000, waiting: 0, speedSoon: null });
});
