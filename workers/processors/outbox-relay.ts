import { outboxRelay } from "@/lib/jobs/jobs";
import { relayOutbox } from "@/lib/services/outbox/relay";
import type { WorkerDependencies } from "../dependencies";

/** Writes to Redis what changed in Postgres since the last round. */
export async function processOutboxRelay(data: unknown, deps: WorkerDependencies): Promise<void> {
  outboxRelay.schema.parse(data);
  const { relayed } = await relayOutbox(deps.redis);
  if (relayed > 0) deps.log.info({ relayed }, "Relayed the outbox.");
}
