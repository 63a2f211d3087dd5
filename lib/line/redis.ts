import { Redis as OneRedis, type RedisOptions } from "ioredis";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { leaveFormerMaster } from "./leave-former-master";
import { redisTarget } from "./redis-address";
import { isCluster, type Redis } from "./redis-client";
import { openCluster, untilMastersAnswer } from "./redis-cluster";
import { lacksDatabase, refusalOf, refusedSentence } from "./redis-refusal";
import { writeTogether } from "./write-together";

const COMMAND_TIMEOUT_MS = 3_000;
/** A Redis that stands still keeps its connections: one that owes an answer for longer is left. */
const SILENT_MS = 4_000;

/** Opens a connection to the Redis of an address, to whichever is the master that Sentinel names, or to a cluster. */
export function openRedis(url: string, options: Omit<RedisOptions, "replyMapping">): Redis {
  const redis = open(url, options);
  heedRefusals(redis);
  return redis;
}

function open(url: string, options: Omit<RedisOptions, "replyMapping">): Redis {
  const target = redisTarget(url);
  if ("nodes" in target) return openCluster(target, options);
  const isOne = "url" in target;
  const redis = isOne ? new OneRedis(target.url, options) : new OneRedis({ ...target, ...options });
  writeTogether(redis);
  if (!isOne) leaveFormerMaster(redis, target);
  return redis;
}

const refusals = new WeakMap<Redis, Error>();

/**
 * Remembers why Redis does not let a connection in, and ends one whose database is missing before it takes a command: the driver
 * would go on with database 0.
 */
export function heedRefusals(redis: Redis): void {
  redis.on("error", (error: Error) => {
    if (refusalOf(error) !== "connection") return;
    refusals.set(redis, error);
    if (lacksDatabase(error)) redis.disconnect();
  });
  redis.on("ready", () => refusals.delete(redis));
}

/** Why Redis did not let this connection in the last time; null where it did, or where it is away. */
export function refusedBy(redis: Redis): Error | null {
  return refusals.get(redis) ?? null;
}

/**
 * A connection for the line. A call that was cut is never sent twice by the driver, fails when
 * Redis is away instead of waiting in a queue, and always settles.
 */
export function connectRedis(url: string, onError: (error: Error) => void = ignore): Redis {
  const redis = openRedis(url, {
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SILENT_MS,
    // One that was the master and is none any more: who is it now?
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
    retryStrategy: (attempt) => Math.min(50 * attempt, 500),
    lazyConnect: false,
  });
  redis.on("error", onError);
  return redis;
}

// ioredis reports each failed reconnect as an event; the failed calls say the same to their callers.
function ignore(): void {}

/**
 * Resolves when the connection can take commands. Rejects with one sentence at once when Redis does not let it in, and
 * after the time when it is away; without a time it waits, and calls `onAway` once.
 */
export async function waitForRedis(
  redis: Redis,
  timeoutMs: number,
  onAway?: () => void,
): Promise<void> {
  if (redis.status !== "ready") await untilReady(redis, timeoutMs, onAway);
  if (isCluster(redis)) await untilMastersAnswer(redis, timeoutMs);
}

async function untilReady(redis: Redis, timeoutMs: number, onAway?: () => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      redis.off("ready", ready).off("error", refused);
      act();
    };
    const ready = () => settle(resolve);
    const refused = (error: Error) => {
      if (refusalOf(error) !== "connection") return;
      settle(() => reject(new ExpectedFailure(refusedSentence(error))));
    };
    const late = () => {
      if (onAway !== undefined) return onAway();
      const text = `Redis did not answer within ${timeoutMs / 1000} s. Start it, or check host and port in REDIS_URL.`;
      settle(() => reject(new ExpectedFailure(text)));
    };
    const timer = setTimeout(late, timeoutMs);
    redis.once("ready", ready).on("error", refused);
    const before = refusedBy(redis);
    if (before !== null) refused(before);
  });
}
