"use server";

import { defineAction } from "@/lib/http/console";
import { discardDraft } from "@/lib/services/event/draft/discard";
import { publishDraft } from "@/lib/services/event/draft/publish";
import { saveSection } from "@/lib/services/event/draft/save-section";
import {
  draftOfInput,
  publishDraftInput,
  saveSectionInput,
} from "@/lib/services/event/draft/schemas";
import { setLogo } from "@/lib/services/event/manage/set-logo";
import { updateEvent } from "@/lib/services/event/manage/update";
import { setLogoInput } from "@/lib/services/event/settings/inputs";
import { updateEventInput } from "@/lib/services/event/settings/schemas";

export const saveSectionAction = defineAction(saveSectionInput, saveSection);
export const publishDraftAction = defineAction(publishDraftInput, publishDraft);
export const discardDraftAction = defineAction(draftOfInput, discardDraft);
export const saveSchedulesAction = defineAction(updateEventInput, updateEvent);
export const setLogoAction = defineAction(setLogoInput, setLogo);
