import type { Redis } from "../redis-client";
import { removeKeys } from "./remove-event";

/**
 * Removes every key of a customer and of its events, whatever they are called: all begin with its id in
 * braces. Answers how many there were.
 */
export async function removeCustomerKeys(redis: Redis, customerId: string): Promise<number> {
  let removed = 0;
  for (const pattern of [`wr:{${customerId}}:*`, `wr:{${customerId}:*`]) {
    removed += await removeKeys(redis, pattern);
  }
  return removed;
}
