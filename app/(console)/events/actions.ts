"use server";

import { defineAction } from "@/lib/http/console";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { setMessage } from "@/lib/services/event/control/set-message";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { setSoftBlock } from "@/lib/services/event/control/set-soft-block";
import { startEvent } from "@/lib/services/event/control/start";
import { stopEvent } from "@/lib/services/event/control/stop";
import { typeDrawValueInput } from "@/lib/services/event/draw/schemas";
import { typeDrawValue } from "@/lib/services/event/draw/type-value";
import { createEvent } from "@/lib/services/event/manage/create";
import { findPlaceByCode } from "@/lib/services/event/place/find-place";
import { releasePlace } from "@/lib/services/event/place/release-place";
import {
  eventIdInput,
  findPlaceInput,
  pauseEventInput,
  releasePlaceInput,
  setMessageInput,
  setOutflowInput,
  setSoftBlockInput,
} from "@/lib/services/event/settings/inputs";
import { createEventInput } from "@/lib/services/event/settings/schemas";
import { createFromTemplate } from "@/lib/services/event/template/create-event";
import { createFromTemplateInput } from "@/lib/services/event/template/schemas";

export const createEventAction = defineAction(createEventInput, createEvent);
export const createFromTemplateAction = defineAction(createFromTemplateInput, createFromTemplate);
export const startAction = defineAction(eventIdInput, startEvent);
export const pauseAction = defineAction(pauseEventInput, pauseEvent);
export const resumeAction = defineAction(eventIdInput, resumeEvent);
export const stopAction = defineAction(eventIdInput, stopEvent);
export const typeDrawValueAction = defineAction(typeDrawValueInput, typeDrawValue);
export const releasePlaceAction = defineAction(releasePlaceInput, releasePlace);
export const findPlaceAction = defineAction(findPlaceInput, findPlaceByCode);
export const setMessageAction = defineAction(setMessageInput, setMessage);
export const setOutflowAction = defineAction(setOutflowInput, setOutflow);
export const setSoftBlockAction = defineAction(setSoftBlockInput, setSoftBlock);
