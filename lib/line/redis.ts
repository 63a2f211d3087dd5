import { Redis, type RedisOptions } from "ioredis";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { leaveFormerMaster } from "./leave-former-master";
import { redisTarget } from "./redis-address";

const COMMAND_TIMEOUT_MS = 3_000;
/** A Redis that stands still keeps its connections: one that owes an answer for longer is left. */
const SILENT_MS = 4_000;

/** Opens a connection to the Redis of an address, or to whichever is the master that Sentinel names. */
export function openRedis(url: string, options: Omit<RedisOptions, "replyMapping">): Redis {
  const target = redisTarget(url);
  if ("url" in target) return new Redis(target.url, options);
  const redis = new Redis({ ...target, ...options });
  leaveFormerMaster(redis, target);
  return redis;
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

/** Resolves when the connection can take commands; rejects with one sentence after the time. */
export async function waitForRedis(redis: Redis, timeoutMs: number): Promise<void> {
  if (redis.status === "ready") return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      redis.off("ready", ready);
      reject(new ExpectedFailure(`Redis did not answer within ${timeoutMs / 1000} s.`));
    }, timeoutMs);
    const ready = () => {
      clearTimeout(timer);
      resolve();
    };
    redis.once("ready", ready);
  });
}
