import { defineChange } from "@/lib/services/ground/define-verb";
import { conflict } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getWebhookOfCustomer } from "./inner/find-webhook";
import { requireAllowed } from "./inner/require-allowed";
import { planUntilNow } from "./plan-deliveries";
import { updateWebhookInput } from "./schemas";
import { toWebhookView, type WebhookView } from "./webhook-view";

/**
 * Changes an endpoint; what is still waiting goes to its new address. Throws `conflict` when somebody changed it since
 * `seenVersion`, and what `createWebhook` throws.
 */
export const updateWebhook = defineChange(
  "webhook:write",
  updateWebhookInput,
  async (tx, context, { endpointId, seenVersion, ...wish }): Promise<WebhookView> => {
    await lockCustomer(tx, context);
    const before = await getWebhookOfCustomer(tx, context, endpointId);
    const allowed = await requireAllowed(tx, context, wish, endpointId);
    await planUntilNow(tx, context);
    const { count } = await tx.webhookEndpoint.updateMany({
      where: { id: before.id, version: seenVersion },
      data: { ...allowed, version: { increment: 1 } },
    });
    if (count === 0)
      throw conflict(`Someone else changed ${before.name}. Review their changes and try again.`);
    const { types, eventIds } = before;
    await recordAudit(tx, context, {
      verb: "webhook.update",
      subject: before.id,
      summary: `changed the webhook ${allowed.name}`,
      details: {
        before: { name: before.name, host: new URL(before.url).host, types, eventIds },
        after: {
          name: allowed.name,
          host: new URL(allowed.url).host,
          types: allowed.types,
          eventIds: allowed.eventIds,
        },
      },
    });
    return toWebhookView(await getWebhookOfCustomer(tx, context, endpointId));
  },
);
