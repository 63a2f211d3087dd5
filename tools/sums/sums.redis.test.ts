import { afterAll, expect, test } from "vitest";
import { openRedis } from "@/lib/line/redis";
import { seededRandom } from "@/simulation/random";
import { testRedisUrl } from "@/test/redis";
import { PlayedRun } from "./play-run";

const redis = openRedis(testRedisUrl(), {});
afterAll(() => redis.quit());

test.each([1, 2, 3, 4, 5, 6])(
  "figures of random runs add up to the last person: %i",
  { timeout: 120_000 },
  async (seed) => {
    const eventId = `t${crypto.randomUUID().replaceAll("-", "").slice(0, 18)}`;
    const run = new PlayedRun({ redis, random: seededRandom(seed), eventId });
    await run.play(15);
    expect(run.mismatches).toEqual([]);
  },
);
