import { createWebhook } from "@/lib/services/sites/webhook/create";
import { deleteWebhook } from "@/lib/services/sites/webhook/delete";
import { getWebhook } from "@/lib/services/sites/webhook/get";
import { getDelivery } from "@/lib/services/sites/webhook/get-delivery";
import { listWebhooks } from "@/lib/services/sites/webhook/list";
import { listDeliveries } from "@/lib/services/sites/webhook/list-deliveries";
import { replayDelivery } from "@/lib/services/sites/webhook/replay";
import { replayRange } from "@/lib/services/sites/webhook/replay-range";
import { rotateWebhookSecret } from "@/lib/services/sites/webhook/rotate-secret";
import { sendTestWebhook } from "@/lib/services/sites/webhook/send-test";
import { setWebhookState } from "@/lib/services/sites/webhook/set-state";
import { skipDelivery } from "@/lib/services/sites/webhook/skip";
import { updateWebhook } from "@/lib/services/sites/webhook/update";
import { done } from "../answers/done";
import {
  deliveryAnswer,
  deliveryDetailsAnswer,
  replayedAnswer,
  webhookAnswer,
  webhookWithSecretAnswer,
} from "../answers/webhook";
import { listing, type Operation, operation, pageSchema } from "../operation";

const WEBHOOKS = { tag: "Webhooks" } as const;
const ONE = { ...WEBHOOKS, path: "/webhooks/{endpointId}" } as const;
const DELIVERIES = "/webhooks/{endpointId}/deliveries";
const ENDPOINT = { endpointId: "{webhook}" };
const DELIVERY = { ...ENDPOINT, deliveryId: "{webhookDelivery}" };
const URL = "https://backoffice.example.com/stanchion";

/** Who is told of what happens, and how that went. */
export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  listing(listWebhooks, {
    ...{ ...WEBHOOKS, id: "listWebhooks", method: "GET", path: "/webhooks" },
    summary: "List webhooks",
    of: webhookAnswer,
    by: ({ id }) => id,
    example: {},
  }),
  operation(createWebhook, {
    ...{ ...WEBHOOKS, id: "createWebhook", method: "POST", path: "/webhooks", status: 201 },
    summary: "Create a webhook",
    description: "The answer has its secret, which is not shown again.",
    output: webhookWithSecretAnswer,
    example: { name: "Back office", url: URL, types: ["event.opened", "event.sold_out"] },
  }),
  operation(getWebhook, {
    ...{ ...ONE, id: "getWebhook", method: "GET" },
    summary: "Get a webhook",
    output: webhookAnswer,
    example: ENDPOINT,
  }),
  operation(updateWebhook, {
    ...{ ...ONE, id: "updateWebhook", method: "PUT", revises: "getWebhook" },
    summary: "Replace a webhook",
    description: "`seenVersion` is the version that you read: no other is replaced.",
    output: webhookAnswer,
    example: { ...ENDPOINT, seenVersion: 1, name: "Back office", url: URL, types: null },
  }),
  operation(setWebhookState, {
    ...{ ...WEBHOOKS, id: "setWebhookState", method: "POST", path: "/webhooks/{endpointId}/state" },
    summary: "Turn a webhook on or off",
    description: "What waits to be sent is kept. What happens while it is off is not sent.",
    output: webhookAnswer,
    example: { ...ENDPOINT, isOn: true },
  }),
  operation(rotateWebhookSecret, {
    ...{ ...WEBHOOKS, id: "rotateWebhookSecret", method: "POST" },
    path: "/webhooks/{endpointId}/secret",
    summary: "Change the secret of a webhook",
    description: "Both secrets sign for `overlapHours`. The new one is not shown again.",
    output: webhookWithSecretAnswer,
    example: { ...ENDPOINT, overlapHours: 24 },
  }),
  operation(sendTestWebhook, {
    ...{ ...WEBHOOKS, id: "testWebhook", method: "POST", path: "/webhooks/{endpointId}/test" },
    summary: "Send a test to a webhook",
    description: "Once, within a second or so. Read the delivery to see how it went.",
    output: deliveryAnswer,
    example: ENDPOINT,
  }),
  operation(deleteWebhook, {
    ...{ ...ONE, id: "deleteWebhook", method: "DELETE", revises: "getWebhook" },
    summary: "Delete a webhook",
    output: done,
    example: ENDPOINT,
  }),
  operation(listDeliveries, {
    ...{ ...WEBHOOKS, id: "listWebhookDeliveries", method: "GET", path: DELIVERIES },
    summary: "List what was sent to a webhook",
    description: "Of the last 30 days, the newest first.",
    output: pageSchema(deliveryAnswer),
    example: { ...ENDPOINT, state: "pending" },
  }),
  operation(getDelivery, {
    ...{ ...WEBHOOKS, id: "getWebhookDelivery", method: "GET" },
    path: `${DELIVERIES}/{deliveryId}`,
    summary: "Get a delivery with its attempts",
    output: deliveryDetailsAnswer,
    example: DELIVERY,
  }),
  operation(replayDelivery, {
    ...{ ...WEBHOOKS, id: "replayWebhookDelivery", method: "POST" },
    path: `${DELIVERIES}/{deliveryId}/replay`,
    summary: "Send a message again",
    description: "It has the same `webhook-id` as before.",
    output: done,
    example: { ...ENDPOINT, deliveryId: "{sentWebhookDelivery}" },
  }),
  operation(skipDelivery, {
    ...{ ...WEBHOOKS, id: "skipWebhookDelivery", method: "POST" },
    path: `${DELIVERIES}/{deliveryId}/skip`,
    summary: "Give up a message",
    description: "Those after it for the same event no longer wait for it.",
    output: done,
    example: DELIVERY,
  }),
  operation(replayRange, {
    ...{ ...WEBHOOKS, id: "replayWebhook", method: "POST", path: "/webhooks/{endpointId}/replay" },
    summary: "Send everything of a time again",
    description: "Also what a webhook missed while it was off. At most 10,000 messages.",
    output: replayedAnswer,
    example: { ...ENDPOINT, from: "2026-11-27T08:00:00Z", until: "2026-11-27T09:00:00Z" },
  }),
];
