import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import type { WebhookWithSecret } from "./create";
import { getWebhookOfCustomer } from "./inner/find-webhook";
import { rotateWebhookSecretInput } from "./schemas";
import { sealNewSecret } from "./webhook-secret";
import { toWebhookView } from "./webhook-view";

const HOUR_MS = 3_600_000;

/**
 * Gives an endpoint a new secret, which is answered this once. For `overlapHours` every message has a signature of each, so that
 * the receiver can change at its leisure.
 */
export const rotateWebhookSecret = defineChange(
  "webhook:write",
  rotateWebhookSecretInput,
  async (tx, context, { endpointId, overlapHours }): Promise<WebhookWithSecret> => {
    const before = await getWebhookOfCustomer(tx, context, endpointId);
    const { text: secret, sealed } = sealNewSecret(context.customer.wireId);
    const row = await tx.webhookEndpoint.update({
      where: { id: before.id },
      data: {
        sealed,
        sealedBefore: overlapHours === 0 ? null : before.sealed,
        beforeUntil: overlapHours === 0 ? null : new Date(Date.now() + overlapHours * HOUR_MS),
        version: before.version + 1,
      },
    });
    await recordAudit(tx, context, {
      verb: "webhook.rotate-secret",
      subject: row.id,
      summary: `changed the secret of the webhook ${row.name}`,
      details: { overlapHours },
    });
    return { ...toWebhookView(row), secret };
  },
);
