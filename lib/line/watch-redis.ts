import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Redis } from "./redis-client";
import { type RedisDanger, type RedisDurability, readRedisDangers } from "./redis-safety";

const EVERY_MS = 10_000;

export type RedisWatch = { stop(): void };

/** Who is told when it becomes dangerous how Redis is set up. */
type Watcher = {
  /** Called once when a danger appears. */
  readonly onDanger: (danger: RedisDanger) => void;
  /** Called once when it is gone. */
  readonly onSafe: (danger: RedisDanger) => void;
  readonly everyMs?: number;
};

/**
 * Throws what to change when Redis could lose the line on its own, and looks again while it runs. What is managed
 * is not looked at.
 */
export async function keepRedisSafe(
  redis: Redis,
  durability: RedisDurability,
  watcher: Watcher,
): Promise<RedisWatch> {
  if (durability === "managed") return { stop: () => undefined };
  const dangers = await readRedisDangers(redis);
  if (dangers.length > 0) throw new ExpectedFailure(dangers.map(({ text }) => text).join("\n"));
  return watchRedis(redis, watcher);
}

/**
 * Looks every ten seconds how Redis is set up: somebody may change it while it runs, and after a failover it is
 * another one. While Redis does not answer, what was known stays.
 */
function watchRedis(redis: Redis, watcher: Watcher): RedisWatch {
  const { onDanger, onSafe, everyMs = EVERY_MS } = watcher;
  let known: readonly RedisDanger[] = [];
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      const now = await readRedisDangers(redis);
      const before = known;
      known = now;
      for (const danger of now) if (!holds(before, danger)) onDanger(danger);
      for (const danger of before) if (!holds(now, danger)) onSafe(danger);
    } catch {
      // That Redis is away is told by everything else.
    } finally {
      isLooking = false;
    }
  }

  void look();
  const timer = setInterval(look, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

function holds(dangers: readonly RedisDanger[], { code }: RedisDanger): boolean {
  return dangers.some((danger) => danger.code === code);
}
