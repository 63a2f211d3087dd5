"use server";

import { defineAction } from "@/lib/http/console";
import { endLetThrough } from "@/lib/services/event/control/end-let-through";
import { grantSlots } from "@/lib/services/event/control/grant-slots";
import { letEverybodyThrough } from "@/lib/services/event/control/let-through";
import { setQueueAll } from "@/lib/services/event/control/set-queue-all";
import { setStock } from "@/lib/services/event/control/set-stock";
import { startNow } from "@/lib/services/event/control/start-now";

export const letThroughAction = defineAction(letEverybodyThrough);
export const endLetThroughAction = defineAction(endLetThrough);
export const setQueueAllAction = defineAction(setQueueAll);
export const startNowAction = defineAction(startNow);
export const setStockAction = defineAction(setStock);
export const grantSlotsAction = defineAction(grantSlots);
