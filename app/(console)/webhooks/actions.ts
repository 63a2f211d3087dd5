"use server";

import { defineAction } from "@/lib/http/console";
import { changeWebhookSecret } from "@/lib/services/sites/webhook/change-secret";
import { createWebhook } from "@/lib/services/sites/webhook/create";
import { deleteWebhook } from "@/lib/services/sites/webhook/delete";
import { replayDelivery } from "@/lib/services/sites/webhook/replay";
import { replayRange } from "@/lib/services/sites/webhook/replay-range";
import { sendTestWebhook } from "@/lib/services/sites/webhook/send-test";
import { skipDelivery } from "@/lib/services/sites/webhook/skip";
import { turnWebhook } from "@/lib/services/sites/webhook/turn";
import { updateWebhook } from "@/lib/services/sites/webhook/update";

export const createWebhookAction = defineAction(createWebhook);
export const updateWebhookAction = defineAction(updateWebhook);
export const turnWebhookAction = defineAction(turnWebhook);
export const changeSecretAction = defineAction(changeWebhookSecret);
export const testWebhookAction = defineAction(sendTestWebhook);
export const deleteWebhookAction = defineAction(deleteWebhook);
export const replayDeliveryAction = defineAction(replayDelivery);
export const skipDeliveryAction = defineAction(skipDelivery);
export const replayRangeAction = defineAction(replayRange);
