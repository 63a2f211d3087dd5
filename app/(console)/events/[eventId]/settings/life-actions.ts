"use server";

import { defineAction } from "@/lib/http/console";
import { archiveEvent } from "@/lib/services/event/manage/archive";
import { duplicateEvent } from "@/lib/services/event/manage/duplicate";
import { restoreEvent } from "@/lib/services/event/manage/restore";
import {
  type DeleteEventInput,
  type DuplicateEventInput,
  deleteEventInput,
  duplicateEventInput,
  type EventIdInput,
  eventIdInput,
} from "@/lib/services/event/settings/inputs";
import { saveTemplate } from "@/lib/services/event/template/save";
import { type SaveTemplateInput, saveTemplateInput } from "@/lib/services/event/template/schemas";
import { deleteEvent } from "@/lib/services/operation/removal/delete";

const duplicate = defineAction(duplicateEventInput, duplicateEvent);
const keepTemplate = defineAction(saveTemplateInput, saveTemplate);
const archive = defineAction(eventIdInput, archiveEvent);
const restore = defineAction(eventIdInput, restoreEvent);
const remove = defineAction(deleteEventInput, deleteEvent);

export async function duplicateEventAction(input: DuplicateEventInput) {
  return duplicate(input);
}

export async function saveTemplateAction(input: SaveTemplateInput) {
  return keepTemplate(input);
}

export async function archiveEventAction(input: EventIdInput) {
  return archive(input);
}

export async function restoreEventAction(input: EventIdInput) {
  return restore(input);
}

export async function deleteEventAction(input: DeleteEventInput) {
  return remove(input);
}
