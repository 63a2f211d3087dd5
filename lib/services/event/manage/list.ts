import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";

/** What is no copy of a rehearsal, not in the archive and not being deleted, the newest first. */
export const eventsAtWork = ({ customer }: Pick<ServiceContext, "customer">) =>
  ({
    where: { customerId: customer.id, testOf: null, archivedAt: null, deletingAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  }) as const satisfies Prisma.EventFindManyArgs;

/** The events in the archive, the last one first. */
export async function listArchivedEvents(context: ServiceContext): Promise<readonly EventView[]> {
  requirePermission(context, "event:read");
  const events = await db().event.findMany({
    where: { customerId: context.customer.id, archivedAt: { not: null }, deletingAt: null },
    orderBy: [{ archivedAt: "desc" }, { id: "desc" }],
  });
  return events.map(toEventView);
}
