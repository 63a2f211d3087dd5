import { type EventRef, eventTag, LINES_IN_USE_KEY, TICKED_WHOLE_KEY } from "../keys";
import type { Redis } from "../redis-client";
import { redisTimeMs } from "../redis-time";
import { replicationId } from "./untold-times";

/** How often a process says which lines it has in memory, and for how long it is believed. */
export const IN_USE = { toldEveryMs: 20_000, forgottenMs: 60_000 } as const;

/** Says that this process has lines in memory: the worker looks at those more often. Repeating it does no harm. */
export async function noteLinesInUse(redis: Redis, events: readonly EventRef[]): Promise<void> {
  if (events.length === 0) return;
  const nowMs = await redisTimeMs(redis);
  await redis.zadd(LINES_IN_USE_KEY, ...events.flatMap((event) => [nowMs, eventTag(event)]));
}

/** The tags of the lines that any process had in memory within the last minute. */
export async function readLinesInUse(redis: Redis): Promise<readonly string[]> {
  const sinceMs = (await redisTimeMs(redis)) - IN_USE.forgottenMs;
  return redis.zrange(LINES_IN_USE_KEY, sinceMs, "+inf", "BYSCORE");
}

/** Forgets the lines that nobody has in memory any more. */
export async function forgetLinesInUse(redis: Redis): Promise<void> {
  const sinceMs = (await redisTimeMs(redis)) - IN_USE.forgottenMs;
  await redis.zremrangebyscore(LINES_IN_USE_KEY, "-inf", sinceMs);
}

/**
 * The id of this Redis where nobody has ticked all lines of a shard in it: it is new, was emptied, restarted or promoted
 * since, and any line may have been lost. Null where that was done.
 */
export async function findUntickedRedis(redis: Redis, shard: number): Promise<string | null> {
  const [id, ticked] = await Promise.all([
    replicationId(redis),
    redis.hget(TICKED_WHOLE_KEY, String(shard)),
  ]);
  return id === ticked ? null : id;
}

/** Notes that all lines of a shard were ticked in this Redis. */
export async function noteTickedWhole(redis: Redis, shard: number, id: string): Promise<void> {
  await redis.hset(TICKED_WHOLE_KEY, String(shard), id);
}
