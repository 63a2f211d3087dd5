import type { Redis } from "ioredis";
import type { EventSettings } from "@/lib/domain/event/settings";
import { type EventRef, eventKeys, type RedisKey } from "@/lib/line/keys";
import type { SimulatedClock } from "./simulated-clock";

/** A line whose time differs by less is left alone: real time goes on while time is simulated. */
const DRIFT_MS = 250;

const MOVE = `if redis.call("EXISTS", KEYS[1]) == 1 then redis.call("HINCRBY", KEYS[1], "correctionMs", ARGV[1]) end`;

/** Takes the line of an event along when time passes at once: Redis keeps a clock of its own. */
export class LineTime {
  private ref: EventRef | null = null;
  private hasRun = false;
  private moved: Promise<unknown> = Promise.resolve();
  private readonly redis: Redis;
  private readonly clock: SimulatedClock;

  constructor(redis: Redis, clock: SimulatedClock) {
    this.redis = redis;
    this.clock = clock;
  }

  /** Takes the event as Redis knows it; null while it does not. */
  takeEvent(published: EventSettings | null): void {
    this.ref = published;
    this.hasRun = published !== null && published.runId > 0;
  }

  /** Whether Redis keeps a line whose time may pass: an event that was never started has none. */
  get isKept(): boolean {
    return this.ref === null || this.hasRun;
  }

  /** The line goes with the clock of this process. */
  async catchUp(): Promise<void> {
    const line = this.key();
    if (line === null) return;
    const held = await this.redis.hget(line, "correctionMs");
    const behindMs = this.clock.aheadMs - Number(held);
    if (behindMs > DRIFT_MS) await this.redis.eval(MOVE, 1, line, behindMs);
  }

  /**
   * Skips what is left until a moment of the monotonic clock. Calls on the same connection come after it; others have to
   * wait until it is `inForce`.
   */
  skipTo(atMs: number): void {
    const skippedMs = this.clock.skipTo(atMs);
    const line = this.key();
    if (skippedMs === 0 || line === null) return;
    const moving = this.redis.eval(MOVE, 1, line, skippedMs);
    this.moved = Promise.all([this.moved, moving]).then(() => undefined);
    // Whoever waits for it is told.
    this.moved.catch(() => undefined);
  }

  /** Resolves when Redis has skipped what this process has. */
  async inForce(): Promise<void> {
    await this.moved;
  }

  /** Redis was restarted, and has lost nothing: every process that asks notices it. */
  async restart(): Promise<void> {
    const line = this.key();
    if (line !== null && (await this.redis.exists(line)) === 1)
      await this.redis.hset(line, { replid: "0".repeat(40) });
  }

  /**
   * Keeps what Redis holds of the event. Answers what brings it back, as a restart from a copy of the disk does: the clock
   * of the machine does not go back with it.
   */
  async copy(): Promise<() => Promise<void>> {
    const { redis, ref } = this;
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
      await this.restart();
    };
  }

  private key(): RedisKey | null {
    return this.ref === null || !this.hasRun ? null : eventKeys(this.ref).line;
  }
}
