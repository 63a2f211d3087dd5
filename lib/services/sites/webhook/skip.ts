import { defineChange } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getDeliveryOfCustomer } from "./inner/find-delivery";
import { deliveryInput } from "./schemas";

/**
 * Gives up a message that the receiver does not take, so that those after it arrive: the next is tried at once. Throws
 * `precondition_failed` for one that is not waiting.
 */
export const skipDelivery = defineChange(
  "webhook:write",
  deliveryInput,
  async (tx, context, input) => {
    const row = await getDeliveryOfCustomer(tx, context, input);
    const { count } = await tx.webhookDelivery.updateMany({
      where: { id: row.id, state: "pending" },
      data: { state: "skipped", endedAt: new Date() },
    });
    if (count === 0) throw preconditionFailed("This message is not waiting to be sent.");
    const { endpointId, key, endpoint, domainEvent } = row;
    await tx.webhookStream.updateMany({
      where: { endpointId, key },
      data: { nextAttemptAt: new Date(), failures: 0 },
    });
    await recordAudit(tx, context, {
      verb: "webhook.skip",
      subject: endpointId,
      summary: `skipped “${domainEvent.summary}” for the webhook ${endpoint.name}`,
      details: { message: domainEvent.id },
    });
  },
);
