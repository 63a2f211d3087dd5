"use server";

import { defineAction } from "@/lib/http/console";
import { createAlertChannel } from "@/lib/services/sites/alert/create-channel";
import { createAlertRule } from "@/lib/services/sites/alert/create-rule";
import { deleteAlertChannel } from "@/lib/services/sites/alert/delete-channel";
import { deleteAlertRule } from "@/lib/services/sites/alert/delete-rule";
import { previewAlert } from "@/lib/services/sites/alert/preview";
import { setAlertRuleState } from "@/lib/services/sites/alert/set-rule-state";
import { testAlertChannel } from "@/lib/services/sites/alert/test-channel";
import { testAlertRule } from "@/lib/services/sites/alert/test-rule";
import { updateAlertChannel } from "@/lib/services/sites/alert/update-channel";
import { updateAlertRule } from "@/lib/services/sites/alert/update-rule";

export const createChannelAction = defineAction(createAlertChannel);
export const updateChannelAction = defineAction(updateAlertChannel);
export const testChannelAction = defineAction(testAlertChannel);
export const deleteChannelAction = defineAction(deleteAlertChannel);
export const createRuleAction = defineAction(createAlertRule);
export const updateRuleAction = defineAction(updateAlertRule);
export const previewRuleAction = defineAction(previewAlert);
export const setRuleStateAction = defineAction(setAlertRuleState);
export const testRuleAction = defineAction(testAlertRule);
export const deleteRuleAction = defineAction(deleteAlertRule);
