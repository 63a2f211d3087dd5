import type { Db } from "@/lib/db/client";
import type { WebhookEndpoint } from "@/lib/db/generated/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound } from "@/lib/services/ground/errors";

/** Loads an endpoint of the caller's customer. Throws `not_found` for all others. */
export async function getWebhookOfCustomer(
  database: Db,
  { customer }: ServiceContext,
  endpointId: string,
): Promise<WebhookEndpoint> {
  const where = { id: endpointId, customerId: customer.id };
  const row = await database.webhookEndpoint.findFirst({ where });
  if (row === null) throw notFound("webhook");
  return row;
}
