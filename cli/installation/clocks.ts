import type pg from "pg";
import { askMasters, type Redis } from "@/lib/line/redis-client";
import { redisTimeMs } from "@/lib/line/redis-time";
import { type Finding, type Findings, finder } from "./finding";

export const CLOCK_FINDINGS: Findings<"clock.redis-off" | "clock.postgres-off"> = {
  "clock.redis-off": {
    severity: "error",
    means: "The clocks of this machine and of Redis differ by more than five seconds.",
    todo: "Synchronise all machines with NTP (chrony, systemd-timesyncd).",
  },
  "clock.postgres-off": {
    severity: "error",
    means: "The clocks of this machine and of Postgres differ by more than five seconds.",
    todo: "Synchronise all machines with NTP (chrony, systemd-timesyncd).",
  },
};

const found = finder(CLOCK_FINDINGS);
const OFF_MS = 5_000;
const TRIES = 3;

/** Compares the clock of this machine with that of Redis, or of the master of a cluster that is furthest off. */
export async function checkRedisClock(redis: Redis): Promise<Finding[]> {
  const measured = await askMasters(redis, (master) => measure(() => redisTimeMs(master)));
  const [aheadMs = 0] = measured.sort((a, b) => Math.abs(b) - Math.abs(a));
  return isOff(aheadMs) ? [found("clock.redis-off", sentence("Redis", aheadMs))] : [];
}

/** Compares the clock of this machine with that of Postgres. */
export async function checkPostgresClock(
  client: pg.Client,
  now: () => number = Date.now,
): Promise<Finding[]> {
  const text = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms";
  const read = async () => (await client.query<{ ms: number }>(text)).rows[0]?.ms ?? 0;
  const aheadMs = await measure(read, now);
  return isOff(aheadMs) ? [found("clock.postgres-off", sentence("Postgres", aheadMs))] : [];
}

/** By how much the other clock is ahead: by the answer that came soonest, and not less than it is sure. */
async function measure(read: () => Promise<number>, now: () => number = Date.now): Promise<number> {
  const measured: { readonly tookMs: number; readonly aheadMs: number }[] = [];
  for (let round = 0; round < TRIES; round += 1) {
    const askedAtMs = now();
    const theirsMs = await read();
    const tookMs = now() - askedAtMs;
    measured.push({ tookMs, aheadMs: theirsMs - askedAtMs - tookMs / 2 });
  }
  const [best] = measured.sort((a, b) => a.tookMs - b.tookMs);
  const { aheadMs = 0, tookMs = 0 } = best ?? {};
  return Math.sign(aheadMs) * Math.max(0, Math.abs(aheadMs) - tookMs / 2);
}

function isOff(aheadMs: number): boolean {
  return Math.abs(aheadMs) > OFF_MS;
}

function sentence(whose: string, aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return `The clock of ${whose} is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} the clock of this machine.`;
}
