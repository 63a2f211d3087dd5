"use server";

import { defineAction } from "@/lib/http/console";
import { endLetThrough } from "@/lib/services/event/control/end-let-through";
import { grantSlots } from "@/lib/services/event/control/grant-slots";
import { letEverybodyThrough } from "@/lib/services/event/control/let-through";
import { setQueueAll } from "@/lib/services/event/control/set-queue-all";
import { setStock } from "@/lib/services/event/control/set-stock";
import { startNow } from "@/lib/services/event/control/start-now";
import {
  eventIdInput,
  grantSlotsInput,
  setQueueAllInput,
  setStockInput,
} from "@/lib/services/event/settings/inputs";

export const letThroughAction = defineAction(eventIdInput, letEverybodyThrough);
export const endLetThroughAction = defineAction(eventIdInput, endLetThrough);
export const setQueueAllAction = defineAction(setQueueAllInput, setQueueAll);
export const startNowAction = defineAction(eventIdInput, startNow);
export const setStockAction = defineAction(setStockInput, setStock);
export const grantSlotsAction = defineAction(grantSlotsInput, grantSlots);
