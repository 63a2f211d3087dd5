import { createHash } from "node:crypto";
import type { Heartbeat } from "@/lib/domain/connector/read-heartbeat";
import { pullKeys } from "../keys";
import type { Redis } from "../redis-client";
import { runNotePull } from "../scripts/note-pull";

/** Connectors that are remembered of one customer. */
export const PULLS_KEPT = 200;
const PULLS_KEPT_MS = 7 * 24 * 3_600_000;
const NAME_CHARACTERS = 16;

/** The last pull of one connector. */
export type Pull = Heartbeat & {
  readonly id: string;
  readonly apiKeyId: string;
  /** Where it came from, without the last part: `203.0.113.0/24`. */
  readonly network: string;
  readonly servedVersion: number;
  /** The version that it was given the time before; null for the first time. */
  readonly servedBefore: number | null;
  /** By the clock of Redis. */
  readonly seenAtMs: number;
};

export type NewPull = Omit<Pull, "id" | "servedBefore" | "seenAtMs"> & {
  /** Tells machines behind one network apart without keeping their addresses. */
  readonly origin: string;
};

/**
 * Notes that a connector has pulled the config: one entry for each API key, connector, runtime and
 * process. A connector that does not name its process is told apart by origin and by the secrets
 * that it holds, so that of two behind one address the one with an old secret stays to be seen.
 */
export async function notePull(redis: Redis, customerId: string, pull: NewPull): Promise<void> {
  const { origin, ...entry } = pull;
  const process = pull.instance ?? `${origin} ${pull.keyIds?.join() ?? "-"}`;
  const identity = JSON.stringify([pull.apiKeyId, pull.connector, pull.runtime, process]);
  const name = createHash("sha256").update(identity).digest("base64url").slice(0, NAME_CHARACTERS);
  await runNotePull(redis, pullKeys(customerId), {
    name,
    entry: JSON.stringify({ ...entry, keyIds: entry.keyIds?.join() ?? null }),
    keptMs: PULLS_KEPT_MS,
    most: PULLS_KEPT,
  });
}

/** The connectors that pulled within the last week, the latest first. */
export async function readPulls(redis: Redis, customerId: string): Promise<readonly Pull[]> {
  const entries = Object.entries(await redis.hgetall(pullKeys(customerId).pulls));
  return entries
    .map(([id, text]) => toPull(id, text))
    .sort((a, b) => b.seenAtMs - a.seenAtMs || a.id.localeCompare(b.id));
}

/** Forgets one connector until it asks again. */
export async function forgetPull(redis: Redis, customerId: string, id: string): Promise<void> {
  const { pulls, pullTimes } = pullKeys(customerId);
  await redis.multi().hdel(pulls, id).zrem(pullTimes, id).exec();
}

/** Lua cannot tell an empty list from an empty object, so key ids are kept as one text. */
function toPull(id: string, text: string): Pull {
  // Written by notePull only.
  const { keyIds, servedBefore, ...entry } = JSON.parse(text) as Omit<Pull, "id" | "keyIds"> & {
    readonly keyIds: string | null;
  };
  return {
    ...entry,
    id,
    servedBefore: servedBefore ?? null,
    keyIds: keyIds?.split(",").filter(Boolean) ?? null,
  };
}
