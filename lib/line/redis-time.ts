import type { Redis } from "./redis-client";

/** What time it is by Redis' clock, in milliseconds since 1970. */
export async function redisTimeMs(redis: Redis): Promise<number> {
  const [seconds = 0, microseconds = 0] = (await redis.time()).map(Number);
  return seconds * 1_000 + microseconds / 1_000;
}
