import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { reportSeats } from "@/lib/line/commands/limits";
import { publishEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { openTestLine, passTime } from "@/test/line";
import { testRedisUrl } from "@/test/redis";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const ENDED = 1_500;

/** A dormant event under a cap of four: two seats are taken, and a crowd of others has just ended. */
async function openAfterRush() {
  const { settings, line } = await openTestLine(redis, { activeCap: 4, outflowPerMinute: 6_000 });
  const { seats } = eventKeys(settings);
  const now = line.lineNow();
  const ended = Array.from({ length: ENDED }, (_, index) => [now - 10 - index, `ended ${index}`]);
  await redis.zadd(seats, ...ended.flat());
  await redis.zadd(seats, now + 600_000, "here 1", now + 700_000, "here 2");
  await passTime(redis, settings, 900);
  const newcomer = async (queueId: string = randomUUID()) => {
    const { number } = await line.pass({ queueId, claim: "00" });
    return number > 0;
  };
  const taken = async () => {
    await line.refresh();
    return line.state?.seatsTaken;
  };
  return { settings, line, seats, newcomer, taken };
}

test("seats that ended together count nowhere, however many calls it takes to clear them away", async () => {
  const { newcomer, taken, seats } = await openAfterRush();
  expect(await taken()).toBe(2);
  expect(await redis.zcard(seats)).toBeGreaterThan(ENDED / 2);
  expect([await newcomer(), await newcomer(), await newcomer()]).toEqual([true, true, false]);
  expect(await taken()).toBe(4);
  for (let call = 0; call < 4; call += 1) await taken();
  expect(await redis.zcard(seats)).toBe(1 + 4);
});

test("whose seat has ended holds none, also while it still stands there", async () => {
  const { newcomer, taken, settings } = await openAfterRush();
  expect(await newcomer("ended 3")).toBe(true);
  expect(await taken()).toBe(3);
  expect(await reportSeats(redis, settings, [{ queueId: "ended 4", isOver: true }])).toMatchObject({
    taken: 3,
  });
  expect(await reportSeats(redis, settings, [{ queueId: "ended 5", isOver: false }])).toMatchObject(
    { taken: 4 },
  );
  expect(await newcomer("ended 6")).toBe(false);
  expect(await reportSeats(redis, settings, [{ queueId: "ended 3", isOver: true }])).toMatchObject({
    taken: 3,
  });
  expect(await newcomer("ended 6")).toBe(true);
});

test("without a cap a seat that has ended is not renewed, also while it still stands there", async () => {
  const { settings, line, seats } = await openAfterRush();
  await publishEvent(redis, { ...settings, activeCap: null, version: 2 }, null);
  await line.refresh();
  const ids = ["ended 3", "here 1"];
  const before = await redis.zmscore(seats, ...ids);
  await reportSeats(
    redis,
    settings,
    ids.map((queueId) => ({ queueId, isOver: false })),
  );
  const after = await redis.zmscore(seats, ...ids);
  expect(after[0]).toBe(before[0]);
  expect(Number(after[1])).toBeGreaterThan(Number(before[1]));
});
