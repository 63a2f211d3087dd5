import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { type AlertChannelView, toChannelView, WITH_LAST_DELIVERY } from "./channel-view";

/** All channels of the customer, the oldest first. */
export const listAlertChannels = defineVerb(
  "alert:read",
  noInput,
  async ({ customer }): Promise<readonly AlertChannelView[]> => {
    const rows = await db().alertChannel.findMany({
      where: { customerId: customer.id },
      include: WITH_LAST_DELIVERY,
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    });
    return rows.map(toChannelView);
  },
);
