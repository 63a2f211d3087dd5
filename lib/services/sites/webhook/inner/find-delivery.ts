import type { Db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound } from "@/lib/services/ground/errors";
import { WITH_EVENT } from "../delivery-view";

type Named = { readonly endpointId: string; readonly deliveryId: string };

/** Loads a delivery to an endpoint of the caller's customer. Throws `not_found` for all others. */
export async function getDeliveryOfCustomer(
  database: Db,
  { customer }: ServiceContext,
  { endpointId, deliveryId }: Named,
) {
  if (!/^\d{1,18}$/.test(deliveryId)) throw notFound("delivery");
  const row = await database.webhookDelivery.findFirst({
    where: { id: BigInt(deliveryId), endpointId, endpoint: { customerId: customer.id } },
    include: { ...WITH_EVENT, endpoint: true },
  });
  if (row === null) throw notFound("delivery");
  return row;
}
