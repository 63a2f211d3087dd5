import { type EventRef, eventKeys, publishedKey } from "../keys";
import type { Redis } from "../redis-client";
import { publishedFields } from "./published";

/** Removes the line of an event whose id nobody else will ever have, and what is published of it. */
export async function removeCopyFromRedis(redis: Redis, event: EventRef): Promise<void> {
  const published = publishedKey(event.customerId);
  await redis
    .multi()
    .hdel(published, ...publishedFields(event))
    .hincrby(published, "version", 1)
    .exec();
  // One by one, for a cluster in which they lie apart.
  for (const key of Object.values(eventKeys(event))) await redis.unlink(key);
}
