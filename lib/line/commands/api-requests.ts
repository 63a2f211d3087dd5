import type { Redis } from "ioredis";
import { apiRequestsKey } from "../keys";

const MINUTE_MS = 60_000;
/** Longer than the minute that it counts. */
const KEPT_SECONDS = 120;

/**
 * Counts one request for each of the spenders of a customer within the minute of `atMs`, and answers how many each
 * has sent in it, this one included.
 */
export async function countApiRequest(
  redis: Redis,
  customerId: string,
  spenders: readonly string[],
  atMs: number,
): Promise<readonly number[]> {
  const minute = Math.floor(atMs / MINUTE_MS);
  const counting = redis.multi();
  for (const spender of spenders) {
    const key = apiRequestsKey(customerId, spender, minute);
    counting.incr(key).expire(key, KEPT_SECONDS);
  }
  const replies = (await counting.exec()) ?? [];
  return spenders.map((_, at) => Number(replies[2 * at]?.[1]));
}
