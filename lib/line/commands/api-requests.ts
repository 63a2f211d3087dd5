import { apiRequestsKey } from "../keys";
import type { Redis } from "../redis-client";
import { type RedisCommand, sendTogether } from "../send-together";

const MINUTE_MS = 60_000;
/** Longer than the minute that it counts. */
const KEPT_SECONDS = 120;

/** So many requests of a customer in a minute (since 1970), for one of its spenders. */
export type SentRequests = {
  readonly customerId: string;
  readonly spender: string;
  readonly minute: number;
  readonly count: number;
};

export function minuteOf(atMs: number): number {
  return Math.floor(atMs / MINUTE_MS);
}

/**
 * Counts requests, and answers for each how many its spender has sent in the minute, these included; those alone where the
 * part of a cluster that counts them is away.
 */
export async function countApiRequests(
  redis: Redis,
  sent: readonly SentRequests[],
): Promise<readonly number[]> {
  const commands = sent.flatMap(({ customerId, spender, minute, count }): RedisCommand[] => {
    const key = apiRequestsKey(customerId, spender, minute);
    // It ends by itself, also where the connection breaks between the two.
    return [
      ["set", key, 0, "EX", KEPT_SECONDS, "NX"],
      ["incrby", key, count],
    ];
  });
  const replies = await sendTogether(redis, commands);
  return sent.map(({ count }, at) => Number(replies[2 * at + 1]) || count);
}
