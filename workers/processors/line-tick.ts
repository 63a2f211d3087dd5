import { shardOf } from "@/lib/jobs/shards";
import { tickEvent } from "@/lib/line/commands/tick";
import type { OpenEvent } from "@/lib/services/run/open-events";
import type { WorkerDependencies } from "../dependencies";

/** How many ticks are under way at once: enough to fill the connection, few enough to stay in time. */
const AT_ONCE = 50;

/**
 * Ticks the open events of one shard, so that those move on that no waiting-room process watches. The
 * step of a tick is computed from elapsed line time, so that a missed, repeated or overlapping tick
 * does no harm. An event whose line is lost, recovering or behind Postgres is sent to repair.
 */
export async function processLineTick(
  deps: WorkerDependencies,
  { shard }: { readonly shard: number },
): Promise<void> {
  const events = (await deps.openEvents.get()).filter((event) => shardOf(event.id) === shard);
  const failures: unknown[] = [];
  for (let start = 0; start < events.length; start += AT_ONCE) {
    const results = await Promise.allSettled(
      events.slice(start, start + AT_ONCE).map((event) => tickOne(event, deps)),
    );
    for (const result of results) if (result.status === "rejected") failures.push(result.reason);
  }
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `${failures.length} of ${events.length} events did not tick.`,
    );
  }
}

async function tickOne(event: OpenEvent, deps: WorkerDependencies): Promise<void> {
  const tick = await tickEvent(deps.redis, event);
  const isHealthy =
    tick.status === "OK" &&
    tick.state.runId >= event.runId &&
    tick.state.settingsVersion >= event.settingsVersion;
  if (!isHealthy) await deps.requestReconcile(event.id);
}
