import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type ListStaffLinksInput, listStaffLinksInput } from "./schemas";
import { type StaffLinkView, toStaffLinkView } from "./staff-link-view";

const LISTED_MAX = 200;

/** The last 200 staff links of an event, the newest first, expired and revoked ones included. */
export async function listStaffLinks(
  context: ServiceContext,
  rawInput: ListStaffLinksInput,
): Promise<readonly StaffLinkView[]> {
  requirePermission(context, "staff-link:read");
  const { eventId } = listStaffLinksInput.parse(rawInput);
  const event = await getEventOfCustomer(db(), context, eventId);
  const rows = await db().staffLink.findMany({
    where: { eventId: event.id, customerId: context.customer.id },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    take: LISTED_MAX,
  });
  return rows.map(toStaffLinkView);
}
