"use server";

import { defineAction } from "@/lib/http/console";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { setMessage } from "@/lib/services/event/control/set-message";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { setSoftBlock } from "@/lib/services/event/control/set-soft-block";
import { startEvent } from "@/lib/services/event/control/start";
import { stopEvent } from "@/lib/services/event/control/stop";
import { type TypeDrawValueInput, typeDrawValueInput } from "@/lib/services/event/draw/schemas";
import { typeDrawValue } from "@/lib/services/event/draw/type-value";
import { createEvent } from "@/lib/services/event/manage/create";
import { findPlaceByCode } from "@/lib/services/event/place/find-place";
import { releasePlace } from "@/lib/services/event/place/release-place";
import {
  type EventIdInput,
  eventIdInput,
  type FindPlaceInput,
  findPlaceInput,
  type PauseEventInput,
  pauseEventInput,
  type ReleasePlaceInput,
  releasePlaceInput,
  type SetMessageInput,
  type SetOutflowInput,
  type SetSoftBlockInput,
  setMessageInput,
  setOutflowInput,
  setSoftBlockInput,
} from "@/lib/services/event/settings/inputs";
import { type CreateEventInput, createEventInput } from "@/lib/services/event/settings/schemas";
import { createFromTemplate } from "@/lib/services/event/template/create-event";
import {
  type CreateFromTemplateInput,
  createFromTemplateInput,
} from "@/lib/services/event/template/schemas";

const create = defineAction(createEventInput, createEvent);
const fromTemplate = defineAction(createFromTemplateInput, createFromTemplate);
const start = defineAction(eventIdInput, startEvent);
const pause = defineAction(pauseEventInput, pauseEvent);
const resume = defineAction(eventIdInput, resumeEvent);
const stop = defineAction(eventIdInput, stopEvent);
const typeValue = defineAction(typeDrawValueInput, typeDrawValue);
const release = defineAction(releasePlaceInput, releasePlace);
const findPlace = defineAction(findPlaceInput, findPlaceByCode);
const tellEverybody = defineAction(setMessageInput, setMessage);
const changeOutflow = defineAction(setOutflowInput, setOutflow);
const switchSoftBlock = defineAction(setSoftBlockInput, setSoftBlock);

export async function startAction(input: EventIdInput) {
  return start(input);
}

export async function findPlaceAction(input: FindPlaceInput) {
  return findPlace(input);
}

export async function releasePlaceAction(input: ReleasePlaceInput) {
  return release(input);
}

export async function pauseAction(input: PauseEventInput) {
  return pause(input);
}

export async function resumeAction(input: EventIdInput) {
  return resume(input);
}

export async function stopAction(input: EventIdInput) {
  return stop(input);
}

export async function setMessageAction(input: SetMessageInput) {
  return tellEverybody(input);
}

export async function setOutflowAction(input: SetOutflowInput) {
  return changeOutflow(input);
}

export async function setSoftBlockAction(input: SetSoftBlockInput) {
  return switchSoftBlock(input);
}

export async function typeDrawValueAction(input: TypeDrawValueInput) {
  return typeValue(input);
}

export async function createEventAction(input: CreateEventInput) {
  return create(input);
}

export async function createFromTemplateAction(input: CreateFromTemplateInput) {
  return fromTemplate(input);
}
