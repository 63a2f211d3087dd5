import { Redis } from "ioredis";

const COMMAND_TIMEOUT_MS = 3_000;

/**
 * A connection for the line. A call that was cut is never sent twice by the driver, fails when
 * Redis is away instead of waiting in a queue, and always settles.
 */
export function connectRedis(url: string, onError: (error: Error) => void = ignore): Redis {
  const redis = new Redis(url, {
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: COMMAND_TIMEOUT_MS,
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
      reject(new Error(`Redis did not answer within ${timeoutMs / 1000} s.`));
    }, timeoutMs);
    const ready = () => {
      clearTimeout(timer);
      resolve();
    };
    redis.once("ready", ready);
  });
}

/**
 * Throws one sentence when Redis is set up so that it could lose the line on its own: eviction, or
 * replicas that a master cut off from them does not wait for.
 */
export async function assertSafeRedis(redis: Redis): Promise<void> {
  const memory = await redis.info("memory");
  const policy = /maxmemory_policy:(\S+)/.exec(memory)?.[1];
  if (policy !== undefined && policy !== "noeviction") {
    throw new Error(`Set maxmemory-policy of Redis to noeviction; it is ${policy}.`);
  }
  const replication = await redis.info("replication");
  if (!/connected_slaves:[1-9]/.test(replication)) return;
  const write = await configNumber(redis, "min-replicas-to-write");
  const lag = await configNumber(redis, "min-replicas-max-lag");
  if (write < 1 || lag > 5) {
    throw new Error(
      "Set min-replicas-to-write of Redis to 1 and min-replicas-max-lag to 5 or less.",
    );
  }
}

async function configNumber(redis: Redis, name: string): Promise<number> {
  const reply: unknown = await redis.config("GET", name);
  return Array.isArray(reply) ? Number(reply[1]) : Number.NaN;
}
