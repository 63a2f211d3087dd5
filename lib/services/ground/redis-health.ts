import { type RedisDanger, type RedisDurability, readRedisDangers } from "@/lib/line/redis-safety";
import { env } from "@/lib/platform/env";
import { readFromLine } from "./line-redis";

const FRESH_MS = 10_000;
/** A page waits no longer for the first answer. */
const PATIENCE_MS = 500;

/** How safely Redis is set up, for those who look after this installation. */
export type RedisHealth = {
  readonly durability: RedisDurability;
  /** Null while Redis has not answered; nothing where a provider answers for it. */
  readonly dangers: readonly RedisDanger[] | null;
};

let known: readonly RedisDanger[] | null = null;
let askedAtMs = Number.NEGATIVE_INFINITY;
let asking: Promise<void> | null = null;

/**
 * Answers what was heard in the last ten seconds, and else asks Redis. While Redis does not answer, the last
 * answer holds.
 */
export async function readRedisHealth(): Promise<RedisHealth> {
  const durability = env.redisDurability();
  if (durability === "managed") return { durability, dangers: [] };
  if (performance.now() - askedAtMs > FRESH_MS) asking ??= ask();
  if (asking !== null) await Promise.race([asking, patience()]);
  return { durability, dangers: known };
}

async function ask(): Promise<void> {
  try {
    known = await readFromLine(readRedisDangers);
  } catch {
    // That Redis is away is shown where its figures are missing.
  } finally {
    askedAtMs = performance.now();
    asking = null;
  }
}

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
}
