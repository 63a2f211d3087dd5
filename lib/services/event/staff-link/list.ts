import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { listStaffLinksInput } from "./schemas";
import { toStaffLinkView } from "./staff-link-view";

const LISTED_MAX = 200;

/** The last 200 staff links of an event, the newest first, expired and revoked ones included. */
export const listStaffLinks = defineVerb(
  "staff-link:read",
  listStaffLinksInput,
  async (context, { eventId }) => {
    const event = await getEventOfCustomer(db(), context, eventId);
    const rows = await db().staffLink.findMany({
      where: { eventId: event.id, customerId: context.customer.id },
      orderBy: [{ createdAt: "desc" }, { id: "asc" }],
      take: LISTED_MAX,
    });
    return rows.map(toStaffLinkView);
  },
);
