import { defineChange } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { addDeliveries } from "./inner/add-deliveries";
import { getDeliveryOfCustomer } from "./inner/find-delivery";
import { streamKeyOf } from "./inner/stream-key";
import { deliveryInput } from "./schemas";
import { TEST_KEY } from "./streams";

/**
 * Sends a message again, with the same `webhook-id`, after what is waiting for the same event. Throws
 * `precondition_failed` for one that is waiting itself.
 */
export const replayDelivery = defineChange(
  "webhook:write",
  deliveryInput,
  async (tx, context, input) => {
    const row = await getDeliveryOfCustomer(tx, context, input);
    if (row.state === "pending")
      throw preconditionFailed("This message is still waiting to be sent.");
    const { domainEvent, domainEventSeq, endpointId, endpoint } = row;
    const key = row.key === TEST_KEY ? TEST_KEY : streamKeyOf(domainEvent);
    await addDeliveries(tx, [{ endpointId, key, domainEventSeq, isReplay: true }]);
    await recordAudit(tx, context, {
      verb: "webhook.replay",
      subject: endpointId,
      summary: `sent “${domainEvent.summary}” to the webhook ${endpoint.name} again`,
      details: { message: domainEvent.id },
    });
  },
);
