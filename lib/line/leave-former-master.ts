import { isIPv4 } from "node:net";
import { Redis } from "ioredis";
import type { SentinelTarget } from "./redis-address";

const EVERY_MS = 1_000;
const ANSWERS_MS = 1_000;

/**
 * Connects anew as soon as most of the Sentinels name another master than before. One that was cut off from the
 * others still answers, and would be kept for ever. The driver can do the same, but a message of Sentinel
 * that comes while it connects ends its connection for good.
 */
export function leaveFormerMaster(redis: Redis, target: SentinelTarget): void {
  const sentinels = target.sentinels.map((endpoint) => connectSentinel(endpoint, target));
  let known: string | null = null;

  async function look(): Promise<void> {
    const named = await Promise.all(sentinels.map((one) => masterOf(one, target.name)));
    const now = named.find(
      (one) => named.filter((other) => other === one).length * 2 > named.length,
    );
    if (now === undefined || now === null) return;
    const isFormer = (known !== null && now !== known) || isElsewhere(redis, now);
    known = now;
    if (isFormer && redis.status === "ready") redis.disconnect(true);
  }

  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  redis.once("end", () => {
    clearInterval(timer);
    for (const sentinel of sentinels) sentinel.disconnect();
  });
  void look();
}

function connectSentinel(
  { host, port }: SentinelTarget["sentinels"][number],
  { sentinelUsername, sentinelPassword, sentinelTLS }: SentinelTarget,
): Redis {
  const sentinel = new Redis({
    host,
    port,
    ...(sentinelUsername ? { username: sentinelUsername } : {}),
    ...(sentinelPassword ? { password: sentinelPassword } : {}),
    ...(sentinelTLS ? { tls: sentinelTLS } : {}),
    // Sentinel knows none of the others.
    enableReadyCheck: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWERS_MS,
    connectTimeout: ANSWERS_MS,
    socketTimeout: 2 * ANSWERS_MS,
    retryStrategy: () => EVERY_MS,
  });
  sentinel.on("error", () => undefined);
  return sentinel;
}

/**
 * Whether the connection surely leads to another address. A Sentinel that knows names instead says nothing of where
 * they lead.
 */
function isElsewhere({ stream }: Redis, named: string): boolean {
  const [host = "", port] = named.split(/:(?=\d+$)/);
  // There is none before the first connection.
  const address = stream?.remoteAddress;
  if (address === undefined) return false;
  return stream.remotePort !== Number(port) || (isIPv4(host) && address !== host);
}

/** `host:port` of the master as a Sentinel knows it; null when it does not answer. */
async function masterOf(sentinel: Redis, name: string): Promise<string | null> {
  try {
    const reply: unknown = await sentinel.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", name);
    return Array.isArray(reply) ? reply.join(":") : null;
  } catch {
    return null;
  }
}
