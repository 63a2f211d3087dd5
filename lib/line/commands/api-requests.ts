import type { Redis } from "ioredis";
import { apiRequestsKey } from "../keys";

const MINUTE_MS = 60_000;
/** Longer than the minute that it counts. */
const KEPT_SECONDS = 120;

/** So many requests at this moment. */
type Sent = { readonly count: number; readonly atMs: number };

/**
 * Counts requests for each of the spenders of a customer within the minute of `atMs`, and answers how many each has sent
 * in it, these included.
 */
export async function countApiRequests(
  redis: Redis,
  customerId: string,
  spenders: readonly string[],
  { count, atMs }: Sent,
): Promise<readonly number[]> {
  const minute = Math.floor(atMs / MINUTE_MS);
  const counting = redis.multi();
  for (const spender of spenders) {
    const key = apiRequestsKey(customerId, spender, minute);
    counting.incrby(key, count).expire(key, KEPT_SECONDS);
  }
  const replies = (await counting.exec()) ?? [];
  return spenders.map((_, at) => Number(replies[2 * at]?.[1]));
}
