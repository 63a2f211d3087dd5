"use server";

import { defineAction } from "@/lib/http/console";
import { archiveEvent } from "@/lib/services/event/manage/archive";
import { duplicateEvent } from "@/lib/services/event/manage/duplicate";
import { restoreEvent } from "@/lib/services/event/manage/restore";
import { saveTemplate } from "@/lib/services/event/template/save";
import { deleteEvent } from "@/lib/services/operation/removal/delete";

export const duplicateEventAction = defineAction(duplicateEvent);
export const saveTemplateAction = defineAction(saveTemplate);
export const archiveEventAction = defineAction(archiveEvent);
export const restoreEventAction = defineAction(restoreEvent);
export const deleteEventAction = defineAction(deleteEvent);
