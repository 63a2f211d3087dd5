import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { type Health, type HealthCode, healthOf } from "@/lib/health/health";
import { startRedisPulse } from "@/lib/health/redis-pulse";
import { VERSION } from "@/lib/platform/version";

export type RoomHealth = {
  /** How this process is; from memory, at once. */
  readonly health: () => Health;
  /** From now on no balancer should send it anybody. */
  readonly drain: () => void;
  readonly noteDanger: (code: string) => void;
  readonly noteSafe: (code: string) => void;
  readonly stop: () => Promise<void>;
};

/** Watches over one waiting-room process. */
export function watchRoom(redis: Redis): RoomHealth {
  let isDraining = false;
  const dangers = new Set<string>();
  const id = randomBytes(6).toString("hex");
  const health = (): Health => {
    const codes: HealthCode[] = pulse.codes();
    if (isDraining) codes.push("process.draining");
    if (dangers.size > 0) codes.push("redis.unsafe");
    return healthOf("waiting-room", codes);
  };
  const pulse = startRedisPulse(redis, { id, version: VERSION, health });
  return {
    health,
    drain: () => {
      isDraining = true;
    },
    noteDanger: (code) => dangers.add(code),
    noteSafe: (code) => dangers.delete(code),
    stop: pulse.stop,
  };
}
