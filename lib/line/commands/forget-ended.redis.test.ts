import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { openRedis } from "@/lib/line/redis";
import { openTestLine } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { eventKeys } from "../keys";
import { forgetEndedVisits } from "./forget-ended";

const redis = openRedis(testRedisUrl(), {});
afterAll(() => redis.quit());

test("what joins were counted by is forgotten, whatever its bytes are", async () => {
  const { settings, line } = await openTestLine(redis);
  const keys = eventKeys(settings);
  const limit = { perMinute: null, perRun: 9 };
  const joins = Array.from({ length: 300 }, () => ({
    lane: 0,
    joinId: randomBytes(16),
    sources: [{ key: randomBytes(8), limit }],
  }));
  await Promise.all(joins.map((join) => line.join(join)));
  await redis.setrange(keys.joinSketch, 999, "x");
  expect(await redis.hlen(keys.joinCounts)).toBe(301);
  await forgetEndedVisits(redis, settings, Date.now());
  expect(await redis.hkeys(keys.joinCounts)).toEqual(["-"]);
  expect(await redis.hkeys(keys.joinsEven)).toEqual(["-"]);
  expect(await redis.strlen(keys.joinSketch)).toBe(1);
});
