import { defineChange } from "@/lib/services/ground/define-verb";
import { doneBy, raise } from "@/lib/services/ground/raise";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { type DeliveryView, toDeliveryView, WITH_EVENT } from "./delivery-view";
import { addDeliveries } from "./inner/add-deliveries";
import { getWebhookOfCustomer } from "./inner/find-webhook";
import { webhookIdInput } from "./schemas";
import { TEST_KEY } from "./streams";

/** Sends one message of the type `webhook.test`, also while the endpoint is off, and once only. How it went says its delivery. */
export const sendTestWebhook = defineChange(
  "webhook:write",
  webhookIdInput,
  async (tx, context, { endpointId }): Promise<DeliveryView> => {
    const endpoint = await getWebhookOfCustomer(tx, context, endpointId);
    const { actor, customer } = context;
    const summary = `${actor.name} tested the webhook ${endpoint.name}`;
    const seq = await raise(tx, customer.id, {
      ...{ type: "webhook.test", event: null, by: doneBy(actor), summary, data: {} },
      plannedAt: new Date(),
    });
    await addDeliveries(tx, [{ endpointId, key: TEST_KEY, domainEventSeq: seq }]);
    await recordAudit(tx, context, {
      verb: "webhook.test",
      subject: endpointId,
      summary: `tested the webhook ${endpoint.name}`,
    });
    const where = { domainEventSeq: seq };
    return toDeliveryView(
      await tx.webhookDelivery.findFirstOrThrow({ where, include: WITH_EVENT }),
    );
  },
);
