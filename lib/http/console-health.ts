import { randomBytes } from "node:crypto";
import { type Health, type HealthCode, healthOf, statusCodeOf } from "@/lib/health/health";
import { startPostgresPulse } from "@/lib/health/postgres-pulse";
import { startRedisPulse } from "@/lib/health/redis-pulse";
import { connectRedis } from "@/lib/line/redis";
import { VERSION } from "@/lib/platform/version";

// On the global object, because the console's server and the bundles of Next.js that it runs each have
// a copy of this module.
const holder: typeof globalThis & { stanchionConsoleHealth?: () => Health } = globalThis;

export type ConsoleHealth = {
  /** From now on no balancer should send it anybody. */
  readonly drain: () => void;
  readonly stop: () => Promise<void>;
};

/** Watches over one process of the console; its routes answer with what this finds. */
export function watchConsole(urls: {
  readonly redis: string;
  readonly postgres: string;
}): ConsoleHealth {
  let isDraining = false;
  const redis = connectRedis(urls.redis);
  const postgres = startPostgresPulse(urls.postgres);
  const health = (): Health => {
    const codes: HealthCode[] = isDraining ? ["process.draining"] : [];
    codes.push(...postgres.codes(), ...pulse.codes());
    return healthOf("console", codes);
  };
  const id = randomBytes(6).toString("hex");
  const pulse = startRedisPulse(redis, { id, version: VERSION, health, watchesAudit: true });
  holder.stanchionConsoleHealth = health;
  return {
    drain: () => {
      isDraining = true;
    },
    stop: async () => {
      await Promise.all([pulse.stop(), postgres.stop()]);
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
