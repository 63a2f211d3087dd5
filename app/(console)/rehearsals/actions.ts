"use server";

import { defineAction } from "@/lib/http/console";
import { createWhatIf } from "@/lib/services/operation/rehearsal/create-what-if";
import { findRehearsalEvent } from "@/lib/services/operation/rehearsal/find-event";
import {
  type CreateWhatIfInput,
  createWhatIfInput,
  type RehearsalEventInput,
  type RehearsalIdInput,
  rehearsalEventInput,
  rehearsalIdInput,
  type StartLiveInput,
  startLiveInput,
} from "@/lib/services/operation/rehearsal/schemas";
import { startLiveRehearsal } from "@/lib/services/operation/rehearsal/start-live";
import { stopRehearsal } from "@/lib/services/operation/rehearsal/stop";

const find = defineAction(rehearsalEventInput, findRehearsalEvent);
const create = defineAction(createWhatIfInput, createWhatIf);
const start = defineAction(startLiveInput, startLiveRehearsal);
const stop = defineAction(rehearsalIdInput, stopRehearsal);

export async function findRehearsalEventAction(input: RehearsalEventInput) {
  return find(input);
}

export async function createWhatIfAction(input: CreateWhatIfInput) {
  return create(input);
}

export async function startLiveAction(input: StartLiveInput) {
  return start(input);
}

export async function stopRehearsalAction(input: RehearsalIdInput) {
  return stop(input);
}
