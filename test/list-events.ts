import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";
import { type EventView, toEventView } from "@/lib/services/event/event-view";
import { eventsAtWork } from "@/lib/services/event/list";

/** All events of a customer that are at work, whole, the newest first. Pages read less of each. */
export async function listEvents(context: ServiceContext): Promise<readonly EventView[]> {
  const events = await db().event.findMany(eventsAtWork(context));
  return events.map(toEventView);
}
