import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getWebhookOfCustomer } from "./inner/find-webhook";
import { planUntilNow } from "./plan-deliveries";
import { setWebhookStateInput } from "./schemas";
import { toWebhookView, type WebhookView } from "./webhook-view";

/**
 * Turns an endpoint on or off. What was waiting stays, and goes out when it is on again; what happens while it is off is
 * not sent to it, unless somebody asks for it again. The same as before changes nothing.
 */
export const setWebhookState = defineChange(
  "webhook:write",
  setWebhookStateInput,
  async (tx, context, { endpointId, isOn }): Promise<WebhookView> => {
    const before = await getWebhookOfCustomer(tx, context, endpointId);
    if (before.isOn === isOn) return toWebhookView(before);
    await planUntilNow(tx, context);
    const off = isOn
      ? { offBecause: null, offAt: null, failingSince: null }
      : { offBecause: "person" as const, offAt: new Date() };
    const row = await tx.webhookEndpoint.update({
      where: { id: before.id },
      data: { isOn, ...off, version: before.version + 1 },
    });
    // After three days of failures the next attempt is hours away.
    if (isOn) {
      await tx.webhookStream.updateMany({
        where: { endpointId },
        data: { nextAttemptAt: new Date(), failures: 0 },
      });
    }
    await recordAudit(tx, context, {
      verb: "webhook.set-state",
      subject: row.id,
      summary: `turned the webhook ${row.name} ${isOn ? "on" : "off"}`,
      details: { isOn },
    });
    return toWebhookView(row);
  },
);
