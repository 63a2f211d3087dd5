import { sumKeys } from "../keys";
import type { Redis } from "../redis-client";
import { runSumSources } from "../scripts/sum-sources";

/** Joins of one source at the events of a customer. `source` is 8 bytes of a keyed hash. */
export type SourceJoins = { readonly source: Buffer; readonly count: number };

/** Adds joins to the sums of a customer and answers the sum of each source, in the same order. */
export async function addSourceJoins(
  redis: Redis,
  customerId: string,
  joins: readonly SourceJoins[],
): Promise<readonly number[]> {
  const reply = await runSumSources(redis, sumKeys(customerId), {}, joins);
  return reply.sums;
}
