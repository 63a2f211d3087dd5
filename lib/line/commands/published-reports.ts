import { publishedReportsKey } from "../keys";
import type { Redis } from "../redis-client";

/** A published fairness report of a customer. A report that is published again has another id. */
export type PublishedReportRef = { readonly eventId: string; readonly reportId: string };

const fieldOf = ({ eventId, reportId }: PublishedReportRef) => `${eventId}:${reportId}`;

/**
 * Makes exactly these reports of a customer known to the waiting rooms. Files never change under their id, so that only
 * those are read which are missing.
 */
export async function writePublishedReports<Ref extends PublishedReportRef>(
  redis: Redis,
  customerId: string,
  { wanted, read }: { readonly wanted: readonly Ref[]; readonly read: ReadReport<Ref> },
): Promise<void> {
  const key = publishedReportsKey(customerId);
  const others = new Set(await redis.hkeys(key));
  for (const ref of wanted) {
    if (others.delete(fieldOf(ref))) continue;
    const file = await read(ref);
    if (file !== null) await redis.hset(key, fieldOf(ref), file);
  }
  if (others.size > 0) await redis.hdel(key, ...others);
}

type ReadReport<Ref> = (ref: Ref) => Promise<string | null>;

/** A published report, byte for byte; null for one that is not, or no more, published. */
export function readPublishedReport(
  redis: Redis,
  customerId: string,
  ref: PublishedReportRef,
): Promise<string | null> {
  return redis.hget(publishedReportsKey(customerId), fieldOf(ref));
}
