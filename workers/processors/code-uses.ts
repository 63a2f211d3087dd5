import type { DrainScope } from "@/lib/services/operation/admission/drain";
import { listEventsWithCodes, storeCodeUses } from "@/lib/services/relay/access-codes/store-uses";
import type { WorkerDependencies } from "../dependencies";

/** Copies to Postgres what access codes were used for; an event that fails does not hold up the others. */
export async function storeAllCodeUses(
  scope: DrainScope,
  { redis }: WorkerDependencies,
): Promise<void> {
  const failures: unknown[] = [];
  for (const event of await listEventsWithCodes(scope)) {
    await storeCodeUses(redis, event).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `The uses of codes of ${failures.length} events were not stored.`,
    );
  }
}
