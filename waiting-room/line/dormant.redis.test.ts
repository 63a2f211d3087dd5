import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { slotsPerSecond } from "@/lib/domain/line/rates";
import { tickEvent } from "@/lib/line/commands/tick";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { openTestEvent, passTime, pretendLoss } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { EventLine } from "./event-line";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

/** A dormant event that the worker has ticked for a while, and a process that looks at it for the first time. */
async function openRested(outflowPerMinute: number) {
  const settings = await openTestEvent(redis, { outflowPerMinute });
  for (let second = 0; second < 5; second += 1) {
    await passTime(redis, settings, 950);
    await tickEvent(redis, settings);
  }
  const line = new EventLine(redis, settings, "node-a");
  const come = async (count: number) => {
    const newcomers = Array.from({ length: count }, () =>
      line.pass({ queueId: randomUUID(), claim: "00" }),
    );
    return (await Promise.all(newcomers)).filter(({ number }) => number > 0).length;
  };
  const slots = async () => Number(await redis.hget(eventKeys(settings).line, "tokens"));
  return { settings, line, come, slots };
}

describe("those who come together to an event at which nothing happens", () => {
  test.each([
    [600, 9],
    [6_000, 97],
    [60_000, 200],
  ])("go straight in at %i a minute, as many as a second lets in", async (outflow, least) => {
    const { line, come, slots } = await openRested(outflow);
    await line.refresh();
    expect(await slots()).toBeCloseTo(slotsPerSecond(outflow), 3);
    expect(await come(200)).toBeGreaterThanOrEqual(least);
  });

  test("go straight in also after a long silence", async () => {
    const { settings, line, come } = await openRested(6_000);
    await passTime(redis, settings, 600_000);
    await line.refresh();
    expect(await come(4)).toBe(4);
  });

  test("find nothing saved up after a loss", async () => {
    const { settings, line, slots } = await openRested(6_000);
    await pretendLoss(redis, settings);
    await line.refresh();
    expect(await slots()).toBe(0);
    await passTime(redis, settings, 2_600);
    await line.refresh();
    expect(await slots()).toBe(1);
  });
});

test("a clock that is set forward gives one slot at the most", async () => {
  const { settings, line, come } = await openRested(600);
  await line.refresh();
  expect(await come(20)).toBeGreaterThan(8);
  await passTime(redis, settings, 3_000);
  expect(await come(20)).toBe(1);
});
