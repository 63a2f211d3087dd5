import type { WebhookEndpoint } from "@/lib/db/generated/client";
import { AWS_TYPES } from "@/lib/domain/domain-event/catalogue";
import { defineChange } from "@/lib/services/ground/define-verb";
import { limitExceeded } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { addDeliveries } from "./inner/add-deliveries";
import { getWebhookOfCustomer } from "./inner/find-webhook";
import { streamKeyOf } from "./inner/stream-key";
import { replayRangeInput } from "./schemas";

const MESSAGES_MAX = 10_000;

/**
 * Sends an endpoint everything that happened from `from` until before `until` and that it wants to know, in order, whether
 * or not it had arrived, for instance what it missed while it was off. Throws `limit_exceeded` beyond 10,000 messages.
 */
export const replayRange = defineChange(
  "webhook:write",
  replayRangeInput,
  async (tx, context, { endpointId, from, until }): Promise<{ readonly messages: number }> => {
    const endpoint = await getWebhookOfCustomer(tx, context, endpointId);
    const wanted = await tx.domainEvent.findMany({
      where: {
        customerId: context.customer.id,
        at: { gte: new Date(from), lt: new Date(until) },
        // What is not planned yet is sent anyway.
        plannedAt: { not: null },
        ...wantedBy(endpoint),
      },
      select: { seq: true, eventId: true, type: true },
      orderBy: { seq: "asc" },
      take: MESSAGES_MAX + 1,
    });
    if (wanted.length > MESSAGES_MAX) {
      throw limitExceeded("These are more than 10,000 messages. Choose a shorter time.");
    }
    await addDeliveries(
      tx,
      wanted.map((happened) => ({
        ...{ endpointId, key: streamKeyOf(happened), domainEventSeq: happened.seq, isReplay: true },
      })),
    );
    await recordAudit(tx, context, {
      verb: "webhook.replay",
      subject: endpointId,
      summary: `sent ${wanted.length} messages to the webhook ${endpoint.name} again`,
      details: { from, until },
    });
    return { messages: wanted.length };
  },
);

/** What `isWanted` says, for Postgres. A test is never sent to somebody who did not ask for it. */
function wantedBy({ types, eventIds }: WebhookEndpoint) {
  return {
    type: types.length === 0 ? { notIn: ["webhook.test", ...AWS_TYPES] } : { in: types },
    ...(eventIds.length === 0 ? {} : { OR: [{ eventId: null }, { eventId: { in: eventIds } }] }),
  };
}
