import { z } from "zod";
import { countedNumber, wholeNumber } from "@/lib/domain/fields";
import { DELIVERY_STATES } from "@/lib/domain/webhook/delivery-state";
import { webhookFields, webhookName } from "@/lib/domain/webhook/webhook-schema";
import { PAGE_FIELDS } from "@/lib/services/ground/keyset";

export const ENDPOINTS_MAX = 20;
/** Of the old secret beside the new one. */
const OVERLAP_HOURS = { most: 168, usual: 24 } as const;

const endpointId = z.string().min(1).max(100);
const deliveryId = z.string().min(1).max(100);

export const webhookIdInput = z.strictObject({ endpointId });

const fields = { name: webhookName, ...webhookFields };

export const createWebhookInput = z.strictObject(fields);
export type CreateWebhookInput = z.input<typeof createWebhookInput>;

/** `seenVersion`: the version that the person saw. A change that somebody made since is a conflict. */
export const updateWebhookInput = z.strictObject({
  endpointId,
  ...fields,
  seenVersion: countedNumber(1),
});
export type UpdateWebhookInput = z.input<typeof updateWebhookInput>;

export const setWebhookStateInput = z.strictObject({ endpointId, isOn: z.boolean() });

export const rotateWebhookSecretInput = z.strictObject({
  endpointId,
  /** For so long both sign. 0: the old one ends at once. */
  overlapHours: wholeNumber(0, OVERLAP_HOURS.most).default(OVERLAP_HOURS.usual),
});

export const listDeliveriesInput = z.strictObject({
  endpointId,
  state: z.enum(DELIVERY_STATES).optional(),
  ...PAGE_FIELDS,
});

export const deliveryInput = z.strictObject({ endpointId, deliveryId });

export const replayRangeInput = z
  .strictObject({ endpointId, from: z.iso.datetime(), until: z.iso.datetime() })
  .refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
    path: ["until"],
    message: "Choose an end after the beginning.",
  });
