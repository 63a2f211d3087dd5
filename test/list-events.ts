import { db } from "@/lib/db/client";
import { eventsAtWork } from "@/lib/services/event/manage/list";
import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import type { ServiceContext } from "@/lib/services/ground/context";

/** All events of a customer that are at work, whole, the newest first. Pages read less of each. */
export async function listEvents(context: ServiceContext): Promise<readonly EventView[]> {
  const events = await db().event.findMany(eventsAtWork(context));
  return events.map(toEventView);
}
