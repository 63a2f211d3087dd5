import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { testRedisUrl } from "@/test/redis";
import { publishedDrawKey } from "../keys";
import { connectRedis, waitForRedis } from "../redis";
import {
  DRAW_KEPT_DAYS,
  endPublishedDraws,
  readPublishedDraw,
  writePublishedDraw,
} from "./run-draw";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 10_000);
afterAll(() => redis.quit());

const KEPT_SECONDS = DRAW_KEPT_DAYS * 86_400;
const draw = { commitment: "c", hash: "h", signature: "s", publicKey: "p" };
const newEvent = () => ({ customerId: "acme", eventId: "sale", incarnation: randomUUID() });

test("what is published of a draw ends, 90 days after it was written last", async () => {
  const event = newEvent();
  const key = publishedDrawKey(event, 7);
  await writePublishedDraw(redis, { ...event, runId: 7 }, draw);
  expect(await redis.ttl(key)).toBeGreaterThan(KEPT_SECONDS - 3_600);
  await redis.expire(key, 60);
  await writePublishedDraw(redis, { ...event, runId: 7 }, { ...draw, file: "f" });
  expect(await redis.ttl(key)).toBeGreaterThan(KEPT_SECONDS - 3_600);
  expect(await readPublishedDraw(redis, { ...event, runId: 7 })).toEqual({ ...draw, file: "f" });
});

test("what an earlier version published without an end gets one, once", async () => {
  const event = newEvent();
  await redis.hset(publishedDrawKey(event, 1), draw);
  await redis.hset(publishedDrawKey(event, 3), draw);
  expect(await endPublishedDraws(redis, event, [1, 2, 3])).toBe(2);
  for (const runId of [1, 3])
    expect(await redis.ttl(publishedDrawKey(event, runId))).toBeGreaterThan(KEPT_SECONDS - 3_600);
  expect(await endPublishedDraws(redis, event, [1, 2, 3])).toBe(0);
});
