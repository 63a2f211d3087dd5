import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getWebhookOfCustomer } from "./inner/find-webhook";
import { webhookIdInput } from "./schemas";

/** Deletes an endpoint with its log. What was still waiting is not sent. Throws `not_found`. */
export const deleteWebhook = defineChange(
  "webhook:write",
  webhookIdInput,
  async (tx, context, { endpointId }) => {
    const row = await getWebhookOfCustomer(tx, context, endpointId);
    await tx.webhookEndpoint.delete({ where: { id: row.id } });
    await recordAudit(tx, context, {
      verb: "webhook.delete",
      subject: row.id,
      summary: `deleted the webhook ${row.name}`,
      details: { host: new URL(row.url).host },
    });
  },
);
