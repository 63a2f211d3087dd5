import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { env } from "@/lib/platform/env";
import { ServiceError } from "./errors";

const READY_TIMEOUT_MS = 2_000;

// On the global object for the same reason as the database client.
const holder: typeof globalThis & { stanchionLineRedis?: Redis | undefined } = globalThis;

/**
 * Reads from the line through the process's one connection. Throws `unavailable` while Redis is away,
 * so that a screen can keep its last figures.
 */
export async function readFromLine<Result>(
  read: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  holder.stanchionLineRedis ??= connectRedis(env.redisUrl());
  const redis = holder.stanchionLineRedis;
  try {
    await waitForRedis(redis, READY_TIMEOUT_MS);
    return await read(redis);
  } catch (error) {
    throw new ServiceError("unavailable", "The line can't be reached right now.", { cause: error });
  }
}

/**
 * Tells the line something through the same connection: for what stands in no settings. Throws `unavailable` while Redis
 * is away, and then nobody knows whether the line has it.
 */
export async function changeLine<Result>(
  change: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  return readFromLine(change);
}
