import { type EventRef, eventKey } from "../keys";
import type { Redis } from "../redis-client";

/** Until when the seats of these queue ids last, in line time; null where there is none. One read. */
export async function readSeatEnds(
  redis: Redis,
  event: EventRef,
  queueIds: readonly string[],
): Promise<readonly (number | null)[]> {
  if (queueIds.length === 0) return [];
  const ends = await redis.zmscore(eventKey(event, "seats"), ...queueIds);
  return ends.map((end) => (end === null ? null : Number(end)));
}
