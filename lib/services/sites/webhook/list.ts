import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { toWebhookView, type WebhookView } from "./webhook-view";

/** All endpoints of the customer, the oldest first. */
export const listWebhooks = defineVerb(
  "webhook:read",
  noInput,
  async ({ customer }): Promise<readonly WebhookView[]> => {
    const rows = await db().webhookEndpoint.findMany({
      where: { customerId: customer.id },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    });
    return rows.map((row) => toWebhookView(row));
  },
);
