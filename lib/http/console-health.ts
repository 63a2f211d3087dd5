import { randomBytes } from "node:crypto";
import { type Health, type HealthCode, healthOf, statusCodeOf } from "@/lib/health/health";
import { startPostgresPulse } from "@/lib/health/postgres-pulse";
import { startRedisPulse } from "@/lib/health/redis-pulse";
import { type HealthLog, tellHealth } from "@/lib/health/tell-health";
import { installationTags } from "@/lib/line/commands/installation-mark";
import type { Redis } from "@/lib/line/redis-client";
import { VERSION } from "@/lib/platform/version";
import type { MasterKey } from "@/lib/secrets/seal";

// On the global object, because the console's server and the bundles of Next.js that it runs each have
// a copy of this module.
const holder: typeof globalThis & { stanchionConsoleHealth?: () => Health } = globalThis;

export type ConsoleHealth = {
  /** From now on no balancer should send it anybody. */
  readonly drain: () => void;
  /** Whether something in Postgres cannot be opened with the keys of this process. */
  readonly noteCannotOpen: (isSo: boolean) => void;
  readonly stop: () => Promise<void>;
};

export type ConsoleWatch = {
  readonly redis: Redis;
  /** The address. */
  readonly postgres: string;
  readonly masters: readonly MasterKey[];
  /** Called when Redis turns out to be another installation's. */
  readonly onForeign: () => void;
  readonly log: HealthLog;
};

/** Watches over one process of the console, and says in its log what it finds; its routes answer with what this finds. */
export function watchConsole(watch: ConsoleWatch): ConsoleHealth {
  let isDraining = false;
  let cannotOpen = false;
  const { redis, postgres: postgresUrl, masters, onForeign, log } = watch;
  const postgres = startPostgresPulse(postgresUrl);
  const health = (): Health => {
    const codes: HealthCode[] = isDraining ? ["process.draining"] : [];
    codes.push(...postgres.codes(), ...pulse.codes());
    if (cannotOpen) codes.push("keys.cannot-open");
    return healthOf("console", codes);
  };
  const id = randomBytes(6).toString("hex");
  const pulse = startRedisPulse(redis, {
    ...{ id, version: VERSION, health, watchesAudit: true, onForeign },
    tags: installationTags(masters),
  });
  const telling = tellHealth(health, log);
  holder.stanchionConsoleHealth = health;
  return {
    drain: () => {
      isDraining = true;
    },
    noteCannotOpen: (isSo) => {
      cannotOpen = isSo;
    },
    stop: async () => {
      await Promise.all([pulse.stop(), postgres.stop(), telling.stop()]);
      redis.disconnect();
    },
  };
}

/** How the console is; one that nobody watches over is not ready. */
export function answerReady(): Response {
  const health = holder.stanchionConsoleHealth?.() ?? healthOf("console", ["process.starting"]);
  return Response.json(health, {
    status: statusCodeOf(health),
    headers: { "cache-control": "no-store" },
  });
}
