import { newId } from "@/lib/platform/ids";
import { defineChange } from "@/lib/services/ground/define-verb";
import { limitExceeded } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireAllowed } from "./inner/require-allowed";
import { planUntilNow } from "./plan-deliveries";
import { createWebhookInput, ENDPOINTS_MAX } from "./schemas";
import { sealNewSecret } from "./webhook-secret";
import { toWebhookView, type WebhookView } from "./webhook-view";

/** An endpoint with its secret, which nobody sees again. */
export type WebhookWithSecret = WebhookView & { readonly secret: string };

/**
 * Adds an endpoint, which is told of what happens from now on. Its secret is answered this once. Throws what
 * `requireAllowed` throws, and `limit_exceeded`.
 */
export const createWebhook = defineChange(
  "webhook:write",
  createWebhookInput,
  async (tx, context, wish): Promise<WebhookWithSecret> => {
    await lockCustomer(tx, context);
    await planUntilNow(tx, context);
    const allowed = await requireAllowed(tx, context, wish);
    const { id: customerId, wireId } = context.customer;
    if ((await tx.webhookEndpoint.count({ where: { customerId } })) >= ENDPOINTS_MAX)
      throw limitExceeded(
        `You can have up to ${ENDPOINTS_MAX} webhooks. Delete an unused one first.`,
      );
    const { text: secret, sealed } = sealNewSecret(wireId);
    const row = await tx.webhookEndpoint.create({
      data: { id: newId("webhookEndpoint"), customerId, ...allowed, sealed },
    });
    await recordAudit(tx, context, {
      verb: "webhook.create",
      subject: row.id,
      summary: `created the webhook ${row.name}`,
      details: { host: new URL(row.url).host, types: row.types, eventIds: row.eventIds },
    });
    return { ...toWebhookView(row), secret };
  },
);
