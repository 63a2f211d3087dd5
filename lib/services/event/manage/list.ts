import { z } from "zod";
import { db } from "@/lib/db/client";
import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { afterCursor, NEWEST_FIRST, PAGE_FIELDS, toPage } from "@/lib/services/ground/keyset";
import { requirePermission } from "@/lib/services/ground/require-permission";

/** The events in the archive, the last one first. */
export async function listArchivedEvents(context: ServiceContext): Promise<readonly EventView[]> {
  requirePermission(context, "event:read");
  const events = await db().event.findMany({
    where: { customerId: context.customer.id, archivedAt: { not: null }, deletingAt: null },
    orderBy: [{ archivedAt: "desc" }, { id: "desc" }],
  });
  return events.map(toEventView);
}

export const listEventsInput = z.strictObject({
  ...PAGE_FIELDS,
  /** Events in the archive instead of those at work. */
  archived: z.boolean().default(false),
  status: z.enum(["draft", "open", "stopped"]).optional(),
  /** Part of the name or of the id. */
  search: z.string().trim().max(100).optional(),
});

/** A page of the events that the caller may reach, the newest first; copies of rehearsals are left out. */
export const listEvents = defineVerb(
  "event:read",
  listEventsInput,
  async ({ customer, eventIds }, { limit, cursor, archived, status, search }) => {
    const within = { contains: search ?? "", mode: "insensitive" } as const;
    const rows = await db().event.findMany({
      where: {
        customerId: customer.id,
        ...{ testOf: null, deletingAt: null },
        archivedAt: archived ? { not: null } : null,
        ...(eventIds === undefined ? {} : { wireId: { in: [...eventIds] } }),
        ...(status === undefined ? {} : { status }),
        AND: [
          afterCursor(cursor),
          ...(search ? [{ OR: [{ name: within }, { wireId: within }] }] : []),
        ],
      },
      orderBy: [...NEWEST_FIRST],
      take: limit + 1,
    });
    return toPage(rows, limit, toEventView);
  },
);
