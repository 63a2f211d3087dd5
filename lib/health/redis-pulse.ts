import { hasAuditAlarm } from "@/lib/line/commands/audit-anchors";
import { markOwnRedis } from "@/lib/line/commands/installation-mark";
import { forgetPresence, PRESENCE, readLastTick, tellPresence } from "@/lib/line/commands/presence";
import { refusedBy } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { type RedisRefusal, refusalOf } from "@/lib/line/redis-refusal";
import { redisTimeMs } from "@/lib/line/redis-time";
import type { Health, HealthCode } from "./health";
import { repeat } from "./repeat";

/** A clock that is further away than this is wrong, and not only slow to answer. */
export const CLOCK_OFF_MS = 5_000;
/** An answer that took longer says little about the clock behind it. */
const TELLING_ROUND_TRIP_MS = 2_000;
/** After so long without an answer a server counts as away. */
export const SILENT_MS = 5_000;
/** A tick is due every second. */
const TICKED_MS = 15_000;
const EVERY_MS = 1_000;

const CODE_OF = {
  connection: "redis.refused",
  "memory-full": "redis.memory-full",
  "cannot-save": "redis.cannot-save",
  "read-only": "redis.read-only",
} as const satisfies Readonly<Record<RedisRefusal, HealthCode>>;

export type RedisPulse = {
  /** What is wrong as far as Redis can say; from memory, at once. */
  readonly codes: () => HealthCode[];
  /** The clock of Redis, as far as it is known. */
  readonly redisNowMs: () => number;
  /** Ends it, and takes this process off the list of those that run. */
  readonly stop: () => Promise<void>;
};

export type PulseOptions = {
  readonly id: string;
  readonly version: string;
  /** The health that the others are told of. */
  readonly health: () => Health;
  /** By what this installation knows its own Redis; absent: whose it is, is not asked. */
  readonly tags?: readonly string[];
  /** Called when Redis turns out to be another installation's: nothing may be done there. */
  readonly onForeign?: () => void;
  /** Whether it is looked for alarms about audit logs. */
  readonly watchesAudit?: boolean;
};

/**
 * Asks Redis once a second for its time, and tells it every five seconds that this process runs. `codes` then answers
 * without asking anybody.
 */
export function startRedisPulse(redis: Redis, options: PulseOptions): RedisPulse {
  let heardAtMs = Number.NEGATIVE_INFINITY;
  let heardSinceMs = Number.NEGATIVE_INFINITY;
  let aheadMs = 0;
  let tickedAtMs = 0;
  let hasAlarm = false;
  let refusal: RedisRefusal | null = null;
  let told = "";
  let toldAtMs = Number.NEGATIVE_INFINITY;
  const isSilent = () => performance.now() - heardAtMs > SILENT_MS;
  const redisNowMs = () => Date.now() + aheadMs;

  async function look(): Promise<void> {
    const askedAtMs = performance.now();
    const nowMs = await redisTimeMs(redis);
    const answeredAtMs = performance.now();
    if (isSilent()) heardSinceMs = answeredAtMs;
    heardAtMs = answeredAtMs;
    const tookMs = answeredAtMs - askedAtMs;
    if (tookMs < TELLING_ROUND_TRIP_MS) aheadMs = nowMs - (Date.now() - tookMs / 2);
    if (options.watchesAudit === true) hasAlarm = await hasAuditAlarm(redis);
    tickedAtMs = await readLastTick(redis);
    await write();
  }

  /** Also shows whether Redis takes writes. */
  async function write(): Promise<void> {
    try {
      if (options.tags !== undefined && !(await markOwnRedis(redis, options.tags)))
        return options.onForeign?.();
      await tell();
      refusal = null;
    } catch (error) {
      refusal = refusalOf(error);
      // Nobody can note a tick where nothing is written.
      if (refusal !== null) heardSinceMs = performance.now();
      throw error;
    }
  }

  async function tell(): Promise<void> {
    const { id, version } = options;
    const { program, status, findings } = options.health();
    const codes = findings.map(({ code }) => code);
    const text = JSON.stringify({ program, id, version, status, codes });
    if (text === told && performance.now() - toldAtMs < PRESENCE.toldEveryMs) return;
    await tellPresence(redis, { nowMs: redisNowMs(), text, former: told });
    told = text;
    toldAtMs = performance.now();
  }

  function ticksAreMissing(): boolean {
    // Right after Redis came back nobody could tick.
    const sinceHeardMs = performance.now() - heardSinceMs;
    return Math.min(sinceHeardMs, redisNowMs() - tickedAtMs) > TICKED_MS;
  }

  const looking = repeat(look, EVERY_MS);
  return {
    codes: () => {
      if (isSilent()) return [refusedBy(redis) === null ? "redis.unreachable" : "redis.refused"];
      const codes: HealthCode[] = [];
      if (refusal !== null) codes.push(CODE_OF[refusal]);
      if (Math.abs(aheadMs) > CLOCK_OFF_MS) codes.push("clock.off");
      if (hasAlarm) codes.push("audit.altered");
      if (ticksAreMissing()) codes.push("worker.not-ticking");
      return codes;
    },
    redisNowMs,
    stop: async () => {
      await looking.stop();
      if (told !== "") await forgetPresence(redis, told).catch(() => undefined);
    },
  };
}
