import { Attempts } from "@/lib/services/ground/attempts";
import type { DrainScope } from "@/lib/services/operation/admission/drain";
import { listEventsWithCodes, storeCodeUses } from "@/lib/services/relay/access-codes/store-uses";
import type { WorkerDependencies } from "../dependencies";

/** Copies to Postgres what access codes were used for; an event that fails does not hold up the others. */
export async function storeAllCodeUses(
  scope: DrainScope,
  { redis }: WorkerDependencies,
): Promise<void> {
  const attempts = new Attempts();
  for (const event of await listEventsWithCodes(scope)) {
    await attempts.try(() => storeCodeUses(redis, event));
  }
  attempts.end((failed) => `The uses of codes of ${failed} events were not stored.`);
}
