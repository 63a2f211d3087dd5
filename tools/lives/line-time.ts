import type { EventSettings } from "@/lib/domain/event/settings";
import { type EventRef, eventKeys, type RedisKey } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import type { SimulatedClock } from "./simulated-clock";

/** A line whose time differs by less is left alone: real time goes on while time is simulated. */
const DRIFT_MS = 250;

const MOVE = `if redis.call("EXISTS", KEYS[1]) == 1 then redis.call("HINCRBY", KEYS[1], "correctionMs", ARGV[1]) end`;

/** Takes the line of an event along when time passes at once: Redis keeps a clock of its own. */
export function timeOfLine(redis: Redis, clock: SimulatedClock) {
  /** The event as Redis knows it; null while it does not. */
  let ref: EventRef | null = null;
  /** Null for an event that was never started. */
  let line: RedisKey | null = null;
  let moved: Promise<unknown> = Promise.resolve();

  const restart = async (): Promise<void> => {
    if (line !== null && (await redis.exists(line)) === 1)
      await redis.hset(line, { replid: "0".repeat(40) });
  };

  return {
    takeEvent(published: EventSettings | null): void {
      ref = published;
      line = published !== null && published.runId > 0 ? eventKeys(published).line : null;
    },

    isKept: () => ref === null || line !== null,

    /** The line goes with the clock of this process. */
    async catchUp(): Promise<void> {
      if (line === null) return;
      const behindMs = clock.aheadMs - Number(await redis.hget(line, "correctionMs"));
      if (behindMs > DRIFT_MS) await redis.eval(MOVE, 1, line, behindMs);
    },

    /** Skips until a moment of the monotonic clock; calls on other connections have to wait until it is `inForce`. */
    skipTo(atMs: number): void {
      const skippedMs = clock.skipTo(atMs);
      if (skippedMs === 0 || line === null) return;
      moved = Promise.all([moved, redis.eval(MOVE, 1, line, skippedMs)]);
      // Whoever waits for it is told.
      moved.catch(() => undefined);
    },

    /** Resolves when Redis has skipped what this process has. */
    inForce: () => moved,

    restart,

    /** Answers what brings back what Redis holds now, as a restart from a copy does: without the clock of the machine. */
    async copy(): Promise<() => Promise<void>> {
      if (ref === null) return async () => {};
      const { line } = eventKeys(ref);
      const keys = Object.values(eventKeys(ref));
      const run = await redis.hget(line, "run");
      const dumps = await Promise.all(keys.map((key) => redis.dumpBuffer(key)));
      return async () => {
        const [correctionMs, runNow] = await redis.hmget(line, "correctionMs", "run");
        // Another run that has begun meanwhile stays.
        if (!correctionMs || runNow !== run) return;
        for (const [index, key] of keys.entries()) {
          const dump = dumps[index];
          if (dump) await redis.restore(key, 0, dump, "REPLACE");
          else await redis.del(key);
        }
        await redis.hset(line, { correctionMs });
        await restart();
      };
    },
  };
}
