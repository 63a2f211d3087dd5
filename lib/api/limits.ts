import { countApiRequests } from "@/lib/line/commands/api-requests";
import { Rounds } from "@/lib/platform/rounds";
import { readFromLine } from "@/lib/services/ground/line-redis";
import type { Lane } from "./operation";

/** Requests a minute of one key, in each lane. */
export const REQUESTS_PER_MINUTE: Readonly<Record<Lane, number>> = {
  read: 1_200,
  write: 300,
  control: 120,
};
/** All keys of a customer together may send so many times as many. */
const KEYS_AT_ONCE = 5;
const MINUTE_MS = 60_000;
/** After Redis was away, so long nobody waits for it again. */
const AWAY_MS = 5_000;

export type Allowance = {
  readonly lane: Lane;
  readonly limit: number;
  /** In this minute, by the key or by the customer, whoever has less. */
  readonly left: number;
  readonly isSpent: boolean;
  readonly resetSeconds: number;
};

type Spender = { readonly customerId: string; readonly apiKeyId: string };

let awayUntilMs = 0;
const counts = new Rounds<readonly number[]>();

/**
 * Counts a request of a key, in all processes together. While Redis is away nothing is counted: whoever pauses an event
 * must be able to.
 */
export async function spendRequest(
  { customerId, apiKeyId }: Spender,
  lane: Lane,
  nowMs = Date.now(),
): Promise<Allowance> {
  const limit = REQUESTS_PER_MINUTE[lane];
  const spenders = [`${apiKeyId}:${lane}`, `all:${lane}`];
  // Those who ask at the same time are counted together, and each has their own place in it.
  const { result, asked, place } = await counts.ask(`${customerId} ${spenders[0]}`, (count) =>
    countUnlessAway(customerId, spenders, { count, atMs: nowMs }),
  );
  const later = asked - place;
  const [own = 0, all = 0] = result.map((count) => count - later);
  const left = Math.min(limit - own, limit * KEYS_AT_ONCE - all);
  const resetSeconds = Math.ceil((MINUTE_MS - (nowMs % MINUTE_MS)) / 1_000);
  return { lane, limit, left: Math.max(0, left), isSpent: left < 0, resetSeconds };
}

async function countUnlessAway(
  customerId: string,
  spenders: readonly string[],
  sent: { readonly count: number; readonly atMs: number },
): Promise<readonly number[]> {
  if (sent.atMs < awayUntilMs) return [];
  try {
    return await readFromLine((redis) => countApiRequests(redis, customerId, spenders, sent));
  } catch {
    awayUntilMs = Date.now() + AWAY_MS;
    return [];
  }
}

/** RateLimit headers of the IETF (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateLimitHeaders({ lane, limit, left, resetSeconds }: Allowance) {
  return {
    "ratelimit-policy": `"${lane}";q=${limit};w=60`,
    ratelimit: `"${lane}";r=${left};t=${resetSeconds}`,
  };
}
