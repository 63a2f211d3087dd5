import { db } from "@/lib/db/client";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { getWebhookOfCustomer } from "./inner/find-webhook";
import { webhookIdInput } from "./schemas";
import { toWebhookView, type WebhookView } from "./webhook-view";

/** One endpoint. Throws `not_found`. */
export const getWebhook = defineVerb(
  "webhook:read",
  webhookIdInput,
  async (context, { endpointId }): Promise<WebhookView> =>
    toWebhookView(await getWebhookOfCustomer(db(), context, endpointId)),
);
