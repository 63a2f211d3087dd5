"use server";

import { defineAction } from "@/lib/http/console";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { setMessage } from "@/lib/services/event/control/set-message";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { setSoftBlock } from "@/lib/services/event/control/set-soft-block";
import { startEvent } from "@/lib/services/event/control/start";
import { stopEvent } from "@/lib/services/event/control/stop";
import { typeDrawValue } from "@/lib/services/event/draw/type-value";
import { createEvent } from "@/lib/services/event/manage/create";
import { findPlaceByCode } from "@/lib/services/event/place/find-place";
import { releasePlace } from "@/lib/services/event/place/release-place";
import { createFromTemplate } from "@/lib/services/event/template/create-event";

export const createEventAction = defineAction(createEvent);
export const createFromTemplateAction = defineAction(createFromTemplate);
export const startAction = defineAction(startEvent);
export const pauseAction = defineAction(pauseEvent);
export const resumeAction = defineAction(resumeEvent);
export const stopAction = defineAction(stopEvent);
export const typeDrawValueAction = defineAction(typeDrawValue);
export const releasePlaceAction = defineAction(releasePlace);
export const findPlaceAction = defineAction(findPlaceByCode);
export const setMessageAction = defineAction(setMessage);
export const setOutflowAction = defineAction(setOutflow);
export const setSoftBlockAction = defineAction(setSoftBlock);
