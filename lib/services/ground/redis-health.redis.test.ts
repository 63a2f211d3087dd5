import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { ownRedis } from "@/test/redis-members";
import { disconnectLineRedis } from "@/tools/shared/line-redis";

const servers = await ownRedis();
const { url } = await servers.start({ "min-replicas-to-write": "0" });
const redis = connectRedis(url);
await waitForRedis(redis, 10_000);

/** The module remembers what it has heard: each test has a new one. */
async function readHealth() {
  const { readRedisHealth } = await import("./redis-health");
  return readRedisHealth();
}

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv("REDIS_URL", url);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  disconnectLineRedis();
  await redis.config("SET", "maxmemory-policy", "noeviction");
});
afterAll(async () => {
  redis.disconnect();
  await servers.close();
});

test("the console is told what is dangerous, and that nothing is", async () => {
  await expect.poll(readHealth).toEqual({ durability: "checked", dangers: [] });
  await redis.config("SET", "maxmemory-policy", "allkeys-lru");
  vi.resetModules();
  await expect
    .poll(async () => (await readHealth()).dangers?.map(({ code }) => code))
    .toEqual(["evicts"]);
});

test("what a provider answers for is not looked at", async () => {
  await redis.config("SET", "maxmemory-policy", "allkeys-lru");
  vi.stubEnv("REDIS_DURABILITY", "managed");
  expect(await readHealth()).toEqual({ durability: "managed", dangers: [] });
});

test("a Redis that is away holds up no page, and is not called safe", async () => {
  vi.stubEnv("REDIS_URL", "redis://127.0.0.1:1");
  expect(await readHealth()).toEqual({ durability: "checked", dangers: null });
});
