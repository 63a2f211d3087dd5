"use server";

import { defineAction } from "@/lib/http/console";
import { archiveEvent } from "@/lib/services/event/manage/archive";
import { duplicateEvent } from "@/lib/services/event/manage/duplicate";
import { restoreEvent } from "@/lib/services/event/manage/restore";
import {
  deleteEventInput,
  duplicateEventInput,
  eventIdInput,
} from "@/lib/services/event/settings/inputs";
import { saveTemplate } from "@/lib/services/event/template/save";
import { saveTemplateInput } from "@/lib/services/event/template/schemas";
import { deleteEvent } from "@/lib/services/operation/removal/delete";

export const duplicateEventAction = defineAction(duplicateEventInput, duplicateEvent);
export const saveTemplateAction = defineAction(saveTemplateInput, saveTemplate);
export const archiveEventAction = defineAction(eventIdInput, archiveEvent);
export const restoreEventAction = defineAction(eventIdInput, restoreEvent);
export const deleteEventAction = defineAction(deleteEventInput, deleteEvent);
