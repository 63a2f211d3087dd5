import type { Redis } from "ioredis";
import { apiRequestsKey } from "../keys";

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

/** Counts requests, and answers for each how many its spender has sent in the minute, these included. */
export async function countApiRequests(
  redis: Redis,
  sent: readonly SentRequests[],
): Promise<readonly number[]> {
  const counting = redis.pipeline();
  for (const { customerId, spender, minute, count } of sent) {
    const key = apiRequestsKey(customerId, spender, minute);
    // It ends by itself, also where the connection breaks between the two.
    counting.set(key, 0, "EX", KEPT_SECONDS, "NX").incrby(key, count);
  }
  const replies = (await counting.exec()) ?? [];
  return sent.map((_, at) => {
    const [error, counted] = replies[2 * at + 1] ?? [new Error("Redis has not answered.")];
    if (error !== null) throw error;
    return Number(counted);
  });
}
