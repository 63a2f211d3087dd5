import { db } from "@/lib/db/client";
import { SILENT_AFTER_MS } from "@/lib/domain/connector/pull-state";
import { readPulls } from "@/lib/line/commands/pulls";
import type { Redis } from "@/lib/line/redis-client";
import { redisTimeMs } from "@/lib/line/redis-time";

/** How many connectors of all customers ask for their rules now, by name and version. */
export async function countVersions(redis: Redis): Promise<ReadonlyMap<string, number>> {
  const customers = await db().customer.findMany({ select: { wireId: true } });
  const [atMs, ...pulls] = await Promise.all([
    redisTimeMs(redis),
    ...customers.map(({ wireId }) => readPulls(redis, wireId)),
  ]);
  const counts = new Map<string, number>();
  for (const { connector, seenAtMs } of pulls.flat()) {
    if (atMs - seenAtMs > SILENT_AFTER_MS) continue;
    counts.set(connector, (counts.get(connector) ?? 0) + 1);
  }
  return counts;
}
