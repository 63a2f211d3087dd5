import { db } from "@/lib/db/client";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { invalidField } from "@/lib/services/ground/errors";
import type { PageOf } from "@/lib/services/ground/keyset";
import { type DeliveryView, toDeliveryView, WITH_EVENT } from "./delivery-view";
import { getWebhookOfCustomer } from "./inner/find-webhook";
import { listDeliveriesInput } from "./schemas";

/** What was sent to an endpoint in the last 30 days, or is to be sent, the newest first. The cursor is a delivery's id. */
export const listDeliveries = defineVerb(
  "webhook:read",
  listDeliveriesInput,
  async (context, { endpointId, state, cursor, limit }): Promise<PageOf<DeliveryView>> => {
    await getWebhookOfCustomer(db(), context, endpointId);
    const rows = await db().webhookDelivery.findMany({
      where: {
        endpointId,
        ...(state === undefined ? {} : { state }),
        ...(cursor === undefined ? {} : { id: { lt: idOf(cursor) } }),
      },
      include: WITH_EVENT,
      orderBy: { id: "desc" },
      take: limit + 1,
    });
    const items = rows.slice(0, limit).map(toDeliveryView);
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  },
);

function idOf(cursor: string): bigint {
  if (!/^\d{1,18}$/.test(cursor))
    throw invalidField("cursor", "This is not a cursor of this list.");
  return BigInt(cursor);
}
