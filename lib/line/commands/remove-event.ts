import type { Redis } from "ioredis";
import { type EventRef, publishedKey } from "../keys";

const KEYS_AT_ONCE = 500;

/** What is published of an event besides its settings. */
type Published = { readonly logo: string | null };

/** Removes every key of an event, whatever it is called, and what is published of it. Answers how many keys there were. */
export async function removeEventKeys(
  redis: Redis,
  { customerId, eventId }: EventRef,
  { logo }: Published,
): Promise<number> {
  const fields = [`event:${eventId}`, ...(logo === null ? [] : [`logo:${logo}`])];
  const key = publishedKey(customerId);
  await redis
    .multi()
    .hdel(key, ...fields)
    .hincrby(key, "version", 1)
    .exec();
  let removed = 0;
  let cursor = "0";
  do {
    const pattern = `wr:{${customerId}:${eventId}}:*`;
    const [next, keys] = await redis.scan(cursor, "MATCH", pattern, "COUNT", KEYS_AT_ONCE);
    for (const key of keys) removed += await redis.unlink(key);
    cursor = next;
  } while (cursor !== "0");
  return removed;
}
