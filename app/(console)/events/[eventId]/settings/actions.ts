"use server";

import { defineAction } from "@/lib/http/console";
import { discardDraft } from "@/lib/services/event/draft/discard";
import { publishDraft } from "@/lib/services/event/draft/publish";
import { saveSection } from "@/lib/services/event/draft/save-section";
import {
  type DraftOfInput,
  draftOfInput,
  type PublishDraftInput,
  publishDraftInput,
  type SaveSectionInput,
  saveSectionInput,
} from "@/lib/services/event/draft/schemas";
import { setLogo } from "@/lib/services/event/manage/set-logo";
import { updateEvent } from "@/lib/services/event/manage/update";
import { type SetLogoInput, setLogoInput } from "@/lib/services/event/settings/inputs";
import { type UpdateEventInput, updateEventInput } from "@/lib/services/event/settings/schemas";

const save = defineAction(saveSectionInput, saveSection);
const publish = defineAction(publishDraftInput, publishDraft);
const discard = defineAction(draftOfInput, discardDraft);
const saveSchedules = defineAction(updateEventInput, updateEvent);
const storeLogo = defineAction(setLogoInput, setLogo);

export async function saveSectionAction(input: SaveSectionInput) {
  return save(input);
}

export async function publishDraftAction(input: PublishDraftInput) {
  return publish(input);
}

export async function discardDraftAction(input: DraftOfInput) {
  return discard(input);
}

export async function setLogoAction(input: SetLogoInput) {
  return storeLogo(input);
}

export async function saveSchedulesAction(input: UpdateEventInput) {
  return saveSchedules(input);
}
