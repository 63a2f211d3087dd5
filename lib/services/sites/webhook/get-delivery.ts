import { db } from "@/lib/db/client";
import { bodyOf } from "@/lib/domain/domain-event/domain-event";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { type DeliveryView, toDeliveryView } from "./delivery-view";
import { getDeliveryOfCustomer } from "./inner/find-delivery";
import { WEBHOOK_HEADERS } from "./inner/post-webhook";
import { domainEventOf } from "./inner/stored-event";
import { deliveryInput } from "./schemas";

/** An attempt: what came back and how long it took. */
export type AttemptView = {
  readonly at: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly problem: string | null;
  /** The first thousand characters. */
  readonly answer: string | null;
};

export type DeliveryDetails = DeliveryView & {
  readonly request: {
    /** Without the signature and its time, which each attempt has of its own. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** The last hundred, the oldest first. */
  readonly attempts: readonly AttemptView[];
};

const ATTEMPTS_MAX = 100;

/** One delivery with its request and its attempts. Throws `not_found`. */
export const getDelivery = defineVerb(
  "webhook:read",
  deliveryInput,
  async (context, input): Promise<DeliveryDetails> => {
    const row = await getDeliveryOfCustomer(db(), context, input);
    const attempts = await db().webhookAttempt.findMany({
      where: { deliveryId: row.id },
      orderBy: { id: "desc" },
      take: ATTEMPTS_MAX,
    });
    const event = domainEventOf(context.customer.wireId, row.domainEvent);
    return {
      ...toDeliveryView(row),
      request: {
        headers: { ...WEBHOOK_HEADERS, "webhook-id": event.id },
        body: JSON.stringify(bodyOf(event)),
      },
      attempts: attempts.reverse().map(({ at, durationMs, status, problem, answer }) => ({
        ...{ at: at.toISOString(), durationMs, status, problem, answer },
      })),
    };
  },
);
