import { type EventRef, eventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";

/** How often each code may still be used; null for those that the line does not know. */
export async function readCodeUses(
  redis: Redis,
  event: EventRef,
  ids: readonly string[],
): Promise<(number | null)[]> {
  if (ids.length === 0) return [];
  const held = await redis.hmget(eventKeys(event).codes, ...ids);
  return held.map((text) => (text === null ? null : Number(text.split(":")[1])));
}
