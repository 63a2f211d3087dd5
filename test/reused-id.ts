import { db } from "@/lib/db/client";
import type { Redis } from "@/lib/line/redis-client";
import { createEvent } from "@/lib/services/event/manage/create";
import type { CreateEventInput } from "@/lib/services/event/settings/schemas";
import type { ServiceContext } from "@/lib/services/ground/context";
import { deleteEvent } from "@/lib/services/operation/removal/delete";
import { removeDeletedEvents } from "@/lib/services/operation/removal/remove-deleted";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { stopEvent } from "./at-once";
import { startTestEvent } from "./customer";

const REMOVED_MS = 600_000;

/** Stops and deletes an event, as if the minutes had passed after which the worker removes the rest of it. */
export async function deleteWhole(
  redis: Redis,
  context: ServiceContext,
  { eventId, name }: { readonly eventId: string; readonly name: string },
): Promise<void> {
  await stopEvent(context, { eventId });
  await relayOutbox(redis);
  await deleteEvent(context, { eventId, name });
  await removeDeletedEvents(redis, Date.now() + REMOVED_MS);
}

/** As if everything that events issued was over: their ids are free. */
export async function freeIds(): Promise<void> {
  await db().formerId.updateMany({ data: { freeAt: new Date() } });
}

/** Makes and starts an event, and tells Redis. */
export async function startAnew(
  redis: Redis,
  context: ServiceContext,
  input: CreateEventInput,
): Promise<void> {
  await createEvent(context, input);
  await startTestEvent(context, { eventId: input.eventId });
  const where = { customerId: context.customer.id, wireId: input.eventId };
  await reconcileEvent(redis, (await db().event.findFirstOrThrow({ where })).id);
  await relayOutbox(redis);
}
