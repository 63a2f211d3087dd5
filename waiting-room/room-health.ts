import { randomBytes } from "node:crypto";
import { type Health, type HealthCode, healthOf } from "@/lib/health/health";
import { startRedisPulse } from "@/lib/health/redis-pulse";
import { type HealthLog, tellHealth } from "@/lib/health/tell-health";
import { installationTags } from "@/lib/line/commands/installation-mark";
import type { Redis } from "@/lib/line/redis-client";
import { VERSION } from "@/lib/platform/version";
import type { MasterKey } from "@/lib/secrets/seal";

export type RoomHealth = {
  /** How this process is; from memory, at once. */
  readonly health: () => Health;
  /** From now on no balancer should send it anybody. */
  readonly drain: () => void;
  readonly noteDanger: (code: string) => void;
  readonly noteSafe: (code: string) => void;
  /** Whether something that is published cannot be opened with the keys of this process. */
  readonly noteCannotOpen: (isSo: boolean) => void;
  readonly stop: () => Promise<void>;
};

export type RoomWatch = {
  readonly masters: readonly MasterKey[];
  /** Called when Redis turns out to be another installation's. */
  readonly onForeign: () => void;
  readonly log: HealthLog;
};

/** Watches over one waiting-room process, and says in its log what it finds. */
export function watchRoom(redis: Redis, { masters, onForeign, log }: RoomWatch): RoomHealth {
  let isDraining = false;
  let cannotOpen = false;
  const dangers = new Set<string>();
  const id = randomBytes(6).toString("hex");
  const health = (): Health => {
    const codes: HealthCode[] = pulse.codes();
    if (isDraining) codes.push("process.draining");
    if (dangers.size > 0) codes.push("redis.unsafe");
    if (cannotOpen) codes.push("keys.cannot-open");
    return healthOf("waiting-room", codes);
  };
  const pulse = startRedisPulse(redis, {
    ...{ id, version: VERSION, health, onForeign },
    tags: installationTags(masters),
  });
  const telling = tellHealth(health, log);
  return {
    health,
    drain: () => {
      isDraining = true;
    },
    noteDanger: (code) => dangers.add(code),
    noteSafe: (code) => dangers.delete(code),
    noteCannotOpen: (isSo) => {
      cannotOpen = isSo;
    },
    stop: async () => {
      await Promise.all([pulse.stop(), telling.stop()]);
    },
  };
}
