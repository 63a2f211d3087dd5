import { db } from "@/lib/db/client";
import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import type { ServiceContext } from "@/lib/services/ground/context";

/** All events of a customer that are at work, whole, the newest first. Pages read less of each. */
export async function listEvents(context: ServiceContext): Promise<readonly EventView[]> {
  const events = await db().event.findMany({
    where: { customerId: context.customer.id, testOf: null, archivedAt: null, deletingAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return events.map(toEventView);
}
