import type { Redis } from "ioredis";
import { type EventRef, eventKeys, type RedisKey } from "@/lib/line/keys";
import type { SimulatedClock } from "./simulated-clock";

/** A line whose time differs by less is left alone: real time goes on while time is simulated. */
const DRIFT_MS = 250;

const MOVE = `if redis.call("EXISTS", KEYS[1]) == 1 then redis.call("HINCRBY", KEYS[1], "correctionMs", ARGV[1]) end`;

/** Takes the line of an event along when time passes at once: Redis keeps a clock of its own. */
export class LineTime {
  /** As Redis knows the event; null while it does not. */
  ref: EventRef | null = null;
  private readonly redis: Redis;
  private readonly clock: SimulatedClock;

  constructor(redis: Redis, clock: SimulatedClock) {
    this.redis = redis;
    this.clock = clock;
  }

  /** The line goes with the clock of this process. */
  async catchUp(): Promise<void> {
    const line = this.key();
    if (line === null) return;
    const held = await this.redis.hget(line, "correctionMs");
    const behindMs = this.clock.aheadMs - Number(held);
    if (behindMs > DRIFT_MS) await this.redis.eval(MOVE, 1, line, behindMs);
  }

  /** Skips what is left until a moment of the monotonic clock. */
  async skipTo(atMs: number): Promise<void> {
    const skippedMs = this.clock.skipTo(atMs);
    const line = this.key();
    if (skippedMs > 0 && line !== null) await this.redis.eval(MOVE, 1, line, skippedMs);
  }

  /** Redis was restarted, and has lost nothing: every process that asks notices it. */
  async restart(): Promise<void> {
    const line = this.key();
    if (line !== null && (await this.redis.exists(line)) === 1)
      await this.redis.hset(line, { replid: "0".repeat(40) });
  }

  private key(): RedisKey | null {
    return this.ref === null ? null : eventKeys(this.ref).line;
  }
}
