import type { RedisKey } from "../keys";
import type { Redis } from "../redis-client";

/** Lines that one connection has heard of; all are forgotten at once. */
const KNOWN_MAX = 100_000;

/** What a process heard of the time of a line, by its own monotonic clock. */
type Heard = { readonly lineTimeMs: number; readonly atMs: number };

const heardBy = new WeakMap<Redis, Map<RedisKey, Heard>>();

/** Notes the line time that a call answered that was sent at `sentAtMs` by the monotonic clock. */
export function noteLineTime(
  redis: Redis,
  line: RedisKey,
  lineTimeMs: number,
  sentAtMs: number,
): void {
  const heard = heardBy.get(redis) ?? new Map<RedisKey, Heard>();
  heardBy.set(redis, heard);
  if (heard.size >= KNOWN_MAX && !heard.has(line)) heard.clear();
  heard.set(line, { lineTimeMs, atMs: (sentAtMs + performance.now()) / 2 });
}

/** What time a line has now, and when it was heard of last (line time); null for one that was not. */
export function knownLineTime(
  redis: Redis,
  line: RedisKey,
): { readonly nowMs: number; readonly heardMs: number } | null {
  const heard = heardBy.get(redis)?.get(line);
  if (heard === undefined) return null;
  const { lineTimeMs, atMs } = heard;
  return { nowMs: Math.round(lineTimeMs + performance.now() - atMs), heardMs: lineTimeMs };
}
