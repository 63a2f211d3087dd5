import { z } from "zod";
import { DELIVERY_STATES } from "@/lib/domain/webhook/delivery-state";
import { moment } from "./event";
import { named } from "./names";

const webhook = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  types: z.array(z.string()).nullable(),
  eventIds: z.array(z.string()).nullable(),
  isOn: z.boolean(),
  offBecause: z.enum(["person", "failing", "gone"]).nullable(),
  offAt: moment.nullable(),
  failingSince: moment.nullable(),
  oldSecretUntil: moment.nullable(),
  version: z.number().int(),
  createdAt: moment,
});

/** Where a customer is told of what happens. */
export const webhookAnswer = named("Webhook", webhook);

/** The same with its secret, which is shown once. */
export const webhookWithSecretAnswer = named(
  "WebhookWithSecret",
  webhook.extend({ secret: z.string() }),
);

const delivery = z.object({
  id: z.string(),
  messageId: z.string(),
  type: z.string(),
  eventId: z.string().nullable(),
  summary: z.string(),
  happenedAt: moment,
  state: z.enum(DELIVERY_STATES),
  isReplay: z.boolean(),
  createdAt: moment,
  endedAt: moment.nullable(),
  attemptedAt: moment.nullable(),
  status: z.number().int().nullable(),
  problem: z.string().nullable(),
});

/** One message to one endpoint. */
export const deliveryAnswer = named("WebhookDelivery", delivery);

/** The same with what was sent and what came back. */
export const deliveryDetailsAnswer = named(
  "WebhookDeliveryDetails",
  delivery.extend({
    request: z.object({ headers: z.record(z.string(), z.string()), body: z.string() }),
    attempts: z.array(
      z.object({
        at: moment,
        durationMs: z.number().int(),
        status: z.number().int().nullable(),
        problem: z.string().nullable(),
        answer: z.string().nullable(),
      }),
    ),
  }),
);

/** How many messages are sent again. */
export const replayedAnswer = z.object({ messages: z.number().int() });
