import { PRESENCE_KEY, TICKED_KEY } from "../keys";
import type { Redis } from "../redis-client";
import { redisTimeMs } from "../redis-time";

/** How often a process says that it runs, and after how long without a word it does not. */
export const PRESENCE = { toldEveryMs: 5_000, goneMs: 20_000 } as const;

/** What a process says of itself to those who look after the installation. */
export type Presence = {
  readonly program: string;
  readonly id: string;
  readonly version: string;
  readonly status: string;
  readonly codes: readonly string[];
};

/** Notes a process at a time of Redis' clock, in place of what it said before, and forgets those that are gone. */
export async function tellPresence(
  redis: Redis,
  {
    nowMs,
    text,
    former,
  }: { readonly nowMs: number; readonly text: string; readonly former: string },
): Promise<void> {
  const transaction = redis.multi();
  if (former !== text && former !== "") transaction.zrem(PRESENCE_KEY, former);
  await transaction
    .zadd(PRESENCE_KEY, nowMs, text)
    .zremrangebyscore(PRESENCE_KEY, "-inf", nowMs - PRESENCE.goneMs)
    .pexpire(PRESENCE_KEY, PRESENCE.goneMs)
    .exec();
}

/** Takes a process off the list: it ends. */
export async function forgetPresence(redis: Redis, text: string): Promise<void> {
  await redis.zrem(PRESENCE_KEY, text);
}

/** The processes that run, as they said themselves within the last twenty seconds. */
export async function listPresent(redis: Redis): Promise<Presence[]> {
  const sinceMs = (await redisTimeMs(redis)) - PRESENCE.goneMs;
  const texts = await redis.zrange(PRESENCE_KEY, sinceMs, "+inf", "BYSCORE");
  // Written by tellPresence only; of a process that said something new the last counts.
  const told = texts.map((text) => JSON.parse(text) as Presence);
  return [...new Map(told.map((presence) => [presence.id, presence])).values()];
}

/** Notes that a worker has ticked the lines. */
export async function noteTick(redis: Redis, redisNowMs: number): Promise<void> {
  await redis.set(TICKED_KEY, Math.round(redisNowMs));
}

/** When a worker ticked the lines last, by Redis' clock; 0 for never. */
export async function readLastTick(redis: Redis): Promise<number> {
  return Number((await redis.get(TICKED_KEY)) ?? 0);
}
