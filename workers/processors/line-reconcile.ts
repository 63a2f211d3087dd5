import { forgetLinesInUse } from "@/lib/line/commands/lines-in-use";
import { withUndrained } from "@/lib/line/commands/undrained";
import { republishDraws } from "@/lib/services/event/draw/checkpoint";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { listEventsToDrain } from "@/lib/services/operation/admission/drain";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import { removeDeletedEvents } from "@/lib/services/operation/removal/remove-deleted";
import { removeGoneCustomers } from "@/lib/services/relay/outbox/gone";
import { reconcileAll, reconcileEvent, type Settled } from "@/lib/services/relay/outbox/reconcile";
import type { WorkerDependencies } from "../dependencies";
import { drainEvents } from "./admissions-drain";
import { storeAllCodeUses } from "./code-uses";
import { drainFiguresOf } from "./figures-drain";

/** A loss takes the lines of all events of a customer: what they publish together is written so often. */
const CUSTOMER_EVERY_MS = 1_000;

/** What this process has found as it should be. */
const settled: Settled = new Map();
const refOf = (event: DrainedEvent) => eventRef(event, event.customer);

/**
 * Repairs what differs between Postgres and Redis: for one event if the job names one, otherwise for
 * everything. That round also stores admissions and publishes draws that were left behind.
 */
export async function processLineReconcile(
  deps: WorkerDependencies,
  { eventId }: { readonly eventId?: string | undefined },
): Promise<void> {
  if (eventId !== undefined) {
    const outcome = await reconcileEvent(
      deps.redis,
      eventId,
      performance.now() - CUSTOMER_EVERY_MS,
    );
    deps.log.info({ eventId, ...outcome }, "Repaired an event.");
    return;
  }
  const repaired = await reconcileAll(deps.redis, settled);
  if (Object.values(repaired).some((count) => count > 0)) {
    deps.log.warn(repaired, "Redis differed from Postgres and was repaired.");
  }
  const events = await listEventsToDrain("all");
  await drainEvents(await withUndrained(deps.redis, events, "admissions", refOf), deps);
  await drainFiguresOf(await withUndrained(deps.redis, events, "minutes", refOf), deps);
  await storeAllCodeUses("all", deps);
  await republishDraws(deps.redis);
  await removeGoneCustomers(deps.redis);
  await removeDeletedEvents(deps.redis);
  await forgetLinesInUse(deps.redis);
}
