import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { LINE } from "@/lib/domain/line/rates";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { openTestEvent, passTime, pretendLoss } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { EventLine } from "./event-line";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

async function open(outflowPerMinute = 600) {
  const settings = await openTestEvent(redis, { outflowPerMinute });
  const line = new EventLine(redis, settings, "node-a");
  await line.refresh();
  return { settings, line };
}

async function joinMany(line: EventLine, count: number): Promise<void> {
  const request = () => ({ lane: 0, joinId: randomBytes(16) });
  await Promise.all(Array.from({ length: count }, () => line.join(request())));
}

/** Ticks in steps of half a second of line time; answers the serving number then. */
async function run(line: EventLine, settings: EventSettings, seconds: number): Promise<number> {
  for (let step = 0; step < seconds * 2; step += 1) {
    await passTime(redis, settings, 500);
    await line.refresh();
  }
  return line.lane(0)?.servingNumber ?? 0;
}

test("many of whom nobody is there are passed, but none of them who has just come near", async () => {
  const { settings, line } = await open();
  await joinMany(line, 50);
  await run(line, settings, 3);
  await joinMany(line, 1_000);
  expect(await run(line, settings, 4.5)).toBe(50);
  expect(await run(line, settings, 4)).toBeGreaterThan(150);
});

test("passing those who are not there ends before one who is, and before a hole", async () => {
  const { settings, line } = await open();
  await joinMany(line, 150);
  await line.confirmPresence({ lane: 0, number: 60 });
  await pretendLoss(redis, settings);
  await line.refresh();
  await passTime(redis, settings, LINE.lossHoldMs + 100);
  await joinMany(line, 5);
  let called = 0;
  for (let at = 0; at < LINE.holeGraceMs - LINE.lossHoldMs - 1_000; at += 500) {
    called = await run(line, settings, 0.5);
    if (called >= 60 && line.state?.admitted === 0) {
      await line.enter({
        lane: 0,
        number: 60,
        rank: 60,
        queueId: randomUUID(),
        claim: randomBytes(16).toString("hex"),
      });
    }
  }
  expect(line.state?.admitted).toBe(1);
  expect(called).toBe(150);
  expect(await run(line, settings, 12)).toBeGreaterThan(1_000_000);
});

test("those who are there behind many who are not are counted, so that the window is not too wide", async () => {
  const { settings, line } = await open(60);
  await joinMany(line, 100);
  await Promise.all(
    [56, 57, 58, 59, 60, 61, 62, 63].map((number) => line.confirmPresence({ lane: 0, number })),
  );
  expect(await run(line, settings, 9)).toBe(58);
});

test("the slots of the last minute are those of the current seconds and of the eleven times five before", async () => {
  const { settings, line } = await open();
  await joinMany(line, 1);
  await line.confirmPresence({ lane: 0, number: 1 });
  await run(line, settings, 1);
  const me = { lane: 0, number: 1, rank: 1, queueId: randomUUID(), claim: "ab".repeat(16) };
  expect(await line.enter(me)).toMatchObject({ type: "admitted" });
  await line.refresh();
  expect(line.state?.admittedLastMinute).toBe(1);
  await run(line, settings, 50);
  expect(line.state?.admittedLastMinute).toBe(1);
  await run(line, settings, 15);
  expect(line.state?.admittedLastMinute).toBe(0);
});
