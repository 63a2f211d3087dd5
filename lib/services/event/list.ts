import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";
import { requirePermission } from "@/lib/services/require-permission";
import { type EventView, toEventView } from "./event-view";

/**
 * All events of the customer that are not in the archive, the newest first, without the copies that rehearsals play
 * with.
 */
export async function listEvents(context: ServiceContext): Promise<readonly EventView[]> {
  requirePermission(context, "event:read");
  const events = await db().event.findMany({
    where: { customerId: context.customer.id, testOf: null, archivedAt: null, deletingAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return events.map(toEventView);
}

/** The events in the archive, the last one first. */
export async function listArchivedEvents(context: ServiceContext): Promise<readonly EventView[]> {
  requirePermission(context, "event:read");
  const events = await db().event.findMany({
    where: { customerId: context.customer.id, archivedAt: { not: null }, deletingAt: null },
    orderBy: [{ archivedAt: "desc" }, { id: "desc" }],
  });
  return events.map(toEventView);
}
