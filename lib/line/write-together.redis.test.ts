import { expect, test, vi } from "vitest";
import { testRedisUrl } from "@/test/redis";
import { connectRedis, waitForRedis } from "./redis";
import { mastersOf } from "./redis-client";

test("what is sent in one go is written in one, and answered in its order", async () => {
  const redis = connectRedis(testRedisUrl());
  await waitForRedis(redis, 5_000);
  const [{ stream } = { stream: null }] = mastersOf(redis);
  if (stream === null) throw new Error("There is no connection.");
  const [one, several] = [vi.spyOn(stream, "_write"), vi.spyOn(stream, "_writev")];
  const writes = () => one.mock.calls.length + several.mock.calls.length;
  const words = Array.from({ length: 50 }, (_, index) => `word ${index}`);
  expect(await Promise.all(words.map((word) => redis.echo(word)))).toEqual(words);
  expect(writes()).toBe(1);
  await redis.echo("alone");
  expect(writes()).toBe(2);
  await redis.quit();
});

test("what was not written when the connection ended fails, and is not sent later", async () => {
  const redis = connectRedis(testRedisUrl());
  await waitForRedis(redis, 5_000);
  const key = `test:${crypto.randomUUID()}`;
  const cut = redis.set(key, "sent");
  for (const { stream } of mastersOf(redis)) stream.destroy();
  await expect(cut).rejects.toThrow();
  await waitForRedis(redis, 5_000);
  expect(await redis.get(key)).toBeNull();
  await redis.quit();
});
