"use server";

import type { LogoDraft } from "@/components/events/brand-section";
import { type EventFormValues, toSettings } from "@/components/events/event-form-values";
import type { ActionResult } from "@/lib/http/action-result";
import { defineAction } from "@/lib/http/console";
import { type TypeDrawValueInput, typeDrawValueInput } from "@/lib/services/draw/schemas";
import { typeDrawValue } from "@/lib/services/draw/type-value";
import { createEvent } from "@/lib/services/event/create";
import type { EventView } from "@/lib/services/event/event-view";
import { findPlaceByCode } from "@/lib/services/event/find-place";
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
  setLogoInput,
  setMessageInput,
  setOutflowInput,
  setSoftBlockInput,
} from "@/lib/services/event/inputs";
import { pauseEvent } from "@/lib/services/event/pause";
import { releasePlace } from "@/lib/services/event/release-place";
import { resumeEvent } from "@/lib/services/event/resume";
import { createEventInput, updateEventInput } from "@/lib/services/event/schemas";
import { setLogo } from "@/lib/services/event/set-logo";
import { setMessage } from "@/lib/services/event/set-message";
import { setOutflow } from "@/lib/services/event/set-outflow";
import { setSoftBlock } from "@/lib/services/event/set-soft-block";
import { startEvent } from "@/lib/services/event/start";
import { stopEvent } from "@/lib/services/event/stop";
import { updateEvent } from "@/lib/services/event/update";

const create = defineAction(createEventInput, createEvent);
const update = defineAction(updateEventInput, updateEvent);
const storeLogo = defineAction(setLogoInput, setLogo);
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

export async function createEventAction(values: EventFormValues, logo: LogoDraft) {
  const { eventId } = values;
  return saveLogo(await create({ ...toSettings(values), eventId }), logo);
}

/** `seenVersion` is the one that the form was filled from; a newer one is a conflict. */
export async function updateEventAction(
  seenVersion: number,
  values: EventFormValues,
  logo: LogoDraft,
) {
  const { eventId } = values;
  const settings = toSettings(values);
  return saveLogo(await update({ ...settings, eventId, settingsVersion: seenVersion }), logo);
}

async function saveLogo(
  saved: ActionResult<EventView>,
  logo: LogoDraft,
): Promise<ActionResult<EventView>> {
  if (!saved.ok || logo.change === null) return saved;
  const logoBase64 = logo.change === "remove" ? null : logo.change;
  return storeLogo({ eventId: saved.data.eventId, logoBase64 });
}
