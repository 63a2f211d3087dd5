import { afterAll, expect, test } from "vitest";
import { openRedis } from "@/lib/line/redis";
import { LineCrowd } from "@/test/line-crowd";
import { testRedisUrl } from "@/test/redis";

const redis = openRedis(testRedisUrl(), {});
afterAll(async () => void (await redis.quit()));

test("no more are called than there are units for, and who is called first gets the first", async () => {
  const crowd = await LineCrowd.open(redis, { outflowPerMinute: 600 });
  await crowd.line.reportStock({ kind: "units", units: 3, sales: [] });
  crowd.stepMs = 500;
  await crowd.join(40, () => true);
  await crowd.play(30);
  expect(crowd.line.servingNumber(0)).toBe(3);
  const inside = crowd.members.filter(({ admittedAtMs }) => admittedAtMs !== null);
  expect(inside.map(({ number }) => number)).toEqual([1, 2, 3]);
  await crowd.line.reportStock({ kind: "units", units: 4, sales: [] });
  await crowd.play(10);
  expect(crowd.members.filter(({ admittedAtMs }) => admittedAtMs !== null)).toHaveLength(4);
  expect(crowd.members[3]?.admittedAtMs).not.toBeNull();
});
