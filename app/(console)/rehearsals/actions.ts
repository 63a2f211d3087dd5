"use server";

import { defineAction } from "@/lib/http/console";
import { createWhatIf } from "@/lib/services/operation/rehearsal/create-what-if";
import { findRehearsalEvent } from "@/lib/services/operation/rehearsal/find-event";
import {
  createWhatIfInput,
  rehearsalEventInput,
  rehearsalIdInput,
  startLiveInput,
} from "@/lib/services/operation/rehearsal/schemas";
import { startLiveRehearsal } from "@/lib/services/operation/rehearsal/start-live";
import { stopRehearsal } from "@/lib/services/operation/rehearsal/stop";

export const findRehearsalEventAction = defineAction(rehearsalEventInput, findRehearsalEvent);
export const createWhatIfAction = defineAction(createWhatIfInput, createWhatIf);
export const startLiveAction = defineAction(startLiveInput, startLiveRehearsal);
export const stopRehearsalAction = defineAction(rehearsalIdInput, stopRehearsal);
