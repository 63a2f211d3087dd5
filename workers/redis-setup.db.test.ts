import { afterAll, afterEach, expect, test, vi } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Logger } from "@/lib/platform/observability/logger";
import { ownRedis } from "@/test/redis-members";
import { type RunningWorkers, startWorkers } from "./start-workers";

const servers = await ownRedis();
const running: RunningWorkers[] = [];
const EVENTUALLY = { timeout: 60_000, interval: 200 };

afterEach(() => Promise.all(running.splice(0).map((workers) => workers.close())));
afterAll(async () => {
  await servers.close();
  await disconnectDb();
});

test("the worker refuses an unsafe Redis, unless a provider answers for it", async () => {
  const { url: redisUrl } = await servers.start({ "min-replicas-to-write": "0", appendonly: "no" });
  const log: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  await expect(startWorkers({ redisUrl, log })).rejects.toThrow("Set appendonly to yes.");
  running.push(await startWorkers({ redisUrl, redisDurability: "managed", log }));
});

test("what becomes unsafe while it runs is an error in its log, and told once more when it is over", async () => {
  const { url: redisUrl } = await servers.start({ "min-replicas-to-write": "0" });
  const told: string[] = [];
  const note = (level: string) => (_fields: unknown, text?: string) => {
    if (text?.includes("appendonly")) told.push(level);
  };
  const log: Logger = { info: note("info"), warn: note("warn"), error: note("error") };
  running.push(await startWorkers({ redisUrl, log }));
  const redis = connectRedis(redisUrl);
  await waitForRedis(redis, 10_000);
  await redis.config("SET", "appendonly", "no");
  await vi.waitFor(() => expect(told).toEqual(["error"]), EVENTUALLY);
  await redis.config("SET", "appendonly", "yes");
  await vi.waitFor(() => expect(told).toEqual(["error", "info"]), EVENTUALLY);
  redis.disconnect();
});
