"use server";

import { defineAction } from "@/lib/http/console";
import { createWhatIf } from "@/lib/services/operation/rehearsal/create-what-if";
import { findRehearsalEvent } from "@/lib/services/operation/rehearsal/find-event";
import { startLiveRehearsal } from "@/lib/services/operation/rehearsal/start-live";
import { stopRehearsal } from "@/lib/services/operation/rehearsal/stop";

export const findRehearsalEventAction = defineAction(findRehearsalEvent);
export const createWhatIfAction = defineAction(createWhatIf);
export const startLiveAction = defineAction(startLiveRehearsal);
export const stopRehearsalAction = defineAction(stopRehearsal);
