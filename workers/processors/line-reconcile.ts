import { listEventsToDrain } from "@/lib/services/admission/drain";
import { removeGoneCustomers } from "@/lib/services/customer/gone";
import { republishDraws } from "@/lib/services/draw/checkpoint";
import { removeDeletedEvents } from "@/lib/services/event/remove-deleted";
import { reconcileAll, reconcileEvent } from "@/lib/services/outbox/reconcile";
import type { WorkerDependencies } from "../dependencies";
import { drainEvents } from "./admissions-drain";
import { storeAllCodeUses } from "./code-uses";
import { drainFiguresOf } from "./figures-drain";

/**
 * Repairs what differs between Postgres and Redis: for one event if the job names one, otherwise for
 * everything. That round also stores admissions and publishes draws that were left behind.
 */
export async function processLineReconcile(
  deps: WorkerDependencies,
  { eventId }: { readonly eventId?: string | undefined },
): Promise<void> {
  if (eventId !== undefined) {
    const outcome = await reconcileEvent(deps.redis, eventId);
    deps.log.info({ eventId, ...outcome }, "Repaired an event.");
    return;
  }
  const repaired = await reconcileAll(deps.redis);
  if (Object.values(repaired).some((count) => count > 0)) {
    deps.log.warn(repaired, "Redis differed from Postgres and was repaired.");
  }
  const events = await listEventsToDrain("all");
  await drainEvents(events, deps);
  await drainFiguresOf(events, deps);
  await storeAllCodeUses("all", deps);
  await republishDraws(deps.redis);
  await removeGoneCustomers(deps.redis);
  await removeDeletedEvents(deps.redis);
}
