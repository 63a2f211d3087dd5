"use server";

import { defineAction } from "@/lib/http/console";
import { createWebhook } from "@/lib/services/sites/webhook/create";
import { deleteWebhook } from "@/lib/services/sites/webhook/delete";
import { replayDelivery } from "@/lib/services/sites/webhook/replay";
import { replayRange } from "@/lib/services/sites/webhook/replay-range";
import { rotateWebhookSecret } from "@/lib/services/sites/webhook/rotate-secret";
import { sendTestWebhook } from "@/lib/services/sites/webhook/send-test";
import { setWebhookState } from "@/lib/services/sites/webhook/set-state";
import { skipDelivery } from "@/lib/services/sites/webhook/skip";
import { updateWebhook } from "@/lib/services/sites/webhook/update";

export const createWebhookAction = defineAction(createWebhook);
export const updateWebhookAction = defineAction(updateWebhook);
export const setStateAction = defineAction(setWebhookState);
export const rotateSecretAction = defineAction(rotateWebhookSecret);
export const testWebhookAction = defineAction(sendTestWebhook);
export const deleteWebhookAction = defineAction(deleteWebhook);
export const replayDeliveryAction = defineAction(replayDelivery);
export const skipDeliveryAction = defineAction(skipDelivery);
export const replayRangeAction = defineAction(replayRange);
