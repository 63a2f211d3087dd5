"use server";

import { defineAction } from "@/lib/http/console";
import { endLetThrough } from "@/lib/services/event/control/end-let-through";
import { grantSlots } from "@/lib/services/event/control/grant-slots";
import { letEverybodyThrough } from "@/lib/services/event/control/let-through";
import { setQueueAll } from "@/lib/services/event/control/set-queue-all";
import { setStock } from "@/lib/services/event/control/set-stock";
import { startNow } from "@/lib/services/event/control/start-now";
import {
  type EventIdInput,
  eventIdInput,
  type GrantSlotsInput,
  grantSlotsInput,
  type SetQueueAllInput,
  type SetStockInput,
  setQueueAllInput,
  setStockInput,
} from "@/lib/services/event/settings/inputs";

const letThrough = defineAction(eventIdInput, letEverybodyThrough);
const endThrough = defineAction(eventIdInput, endLetThrough);
const queueAll = defineAction(setQueueAllInput, setQueueAll);
const begin = defineAction(eventIdInput, startNow);
const stock = defineAction(setStockInput, setStock);
const grants = defineAction(grantSlotsInput, grantSlots);

export async function letThroughAction(input: EventIdInput) {
  return letThrough(input);
}

export async function endLetThroughAction(input: EventIdInput) {
  return endThrough(input);
}

export async function setQueueAllAction(input: SetQueueAllInput) {
  return queueAll(input);
}

export async function startNowAction(input: EventIdInput) {
  return begin(input);
}

export async function setStockAction(input: SetStockInput) {
  return stock(input);
}

export async function grantSlotsAction(input: GrantSlotsInput) {
  return grants(input);
}
