import type { Redis } from "@/lib/line/redis-client";
import { env } from "@/lib/platform/env";
import type { CommandName } from "@/lib/settings/require-settings";
import { withDatabase } from "./with-database";

const READY_MS = 10_000;

/** Carries out work that uses the database and Redis, and closes both, so that the process can end. */
export function withRedis<Result>(
  name: CommandName,
  work: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  return withDatabase(name, async () => {
    const { connectRedis, waitForRedis } = await import("@/lib/line/redis");
    const redis = connectRedis(env.redisUrl());
    try {
      await waitForRedis(redis, READY_MS);
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  });
}
