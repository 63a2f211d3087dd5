import type { Redis } from "ioredis";

const KEYS_AT_ONCE = 500;

/**
 * Removes every key of a customer and of its events, whatever they are called: all begin with its id in
 * braces. Answers how many there were.
 */
export async function removeCustomerKeys(redis: Redis, customerId: string): Promise<number> {
  let removed = 0;
  for (const pattern of [`wr:{${customerId}}:*`, `wr:{${customerId}:*`]) {
    let cursor = "0";
    do {
      const [next, keys] = await redis.scan(cursor, "MATCH", pattern, "COUNT", KEYS_AT_ONCE);
      // One by one, for a cluster in which they lie apart.
      for (const key of keys) removed += await redis.unlink(key);
      cursor = next;
    } while (cursor !== "0");
  }
  return removed;
}
