import { countApiRequests, minuteOf, type SentRequests } from "@/lib/line/commands/api-requests";
import { GatheredReads } from "@/lib/platform/gathered-reads";
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
type Spent = Spender & { readonly lane: Lane; readonly minute: number };
/** How many the key, and all keys of its customer, have sent in the minute, this one included. */
type Sent = { readonly own: number; readonly all: number };

let awayUntilMs = 0;
const counts = new GatheredReads(countUnlessAway);

/**
 * Counts a request of a key, in all processes together. While Redis is away nothing is counted: whoever pauses an event
 * must be able to.
 */
export async function spendRequest(
  spender: Spender,
  lane: Lane,
  nowMs = Date.now(),
): Promise<Allowance> {
  const limit = REQUESTS_PER_MINUTE[lane];
  const { own, all } = await counts.ask({ ...spender, lane, minute: minuteOf(nowMs) });
  const left = Math.min(limit - own, limit * KEYS_AT_ONCE - all);
  const resetSeconds = Math.ceil((MINUTE_MS - (nowMs % MINUTE_MS)) / 1_000);
  return { lane, limit, left: Math.max(0, left), isSpent: left < 0, resetSeconds };
}

async function countUnlessAway(asked: readonly Spent[]): Promise<readonly Sent[]> {
  const none = asked.map(() => ({ own: 0, all: 0 }));
  if (Date.now() < awayUntilMs) return none;
  try {
    return await countTogether(asked);
  } catch {
    awayUntilMs = Date.now() + AWAY_MS;
    return none;
  }
}

type Counting = Omit<SentRequests, "count"> & { count: number };

/** Those who ask at the same time are counted together, and each has their own place in it. */
async function countTogether(asked: readonly Spent[]): Promise<readonly Sent[]> {
  const counted = new Map<string, Counting>();
  const count = ({ customerId, minute }: Spent, spender: string) => {
    const id = `${customerId} ${spender} ${minute}`;
    const one = counted.get(id) ?? { customerId, spender, minute, count: 0 };
    counted.set(id, one);
    one.count += 1;
    return { one, place: one.count };
  };
  const places = asked.map((spent) => ({
    own: count(spent, `${spent.apiKeyId}:${spent.lane}`),
    all: count(spent, `all:${spent.lane}`),
  }));
  const sent = [...counted.values()];
  const totals = await readFromLine((redis) => countApiRequests(redis, sent));
  const totalOf = new Map(sent.map((one, at) => [one, totals[at] ?? 0]));
  const until = ({ one, place }: (typeof places)[number]["own"]) =>
    (totalOf.get(one) ?? 0) - (one.count - place);
  return places.map(({ own, all }) => ({ own: until(own), all: until(all) }));
}

/** RateLimit headers of the IETF (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateLimitHeaders({ lane, limit, left, resetSeconds }: Allowance) {
  return {
    "ratelimit-policy": `"${lane}";q=${limit};w=60`,
    ratelimit: `"${lane}";r=${left};t=${resetSeconds}`,
  };
}
