"use server";

import { defineAction } from "@/lib/http/console";
import { discardDraft } from "@/lib/services/event/draft/discard";
import { publishDraft } from "@/lib/services/event/draft/publish";
import { saveSection } from "@/lib/services/event/draft/save-section";
import { setLogo } from "@/lib/services/event/manage/set-logo";
import { updateEvent } from "@/lib/services/event/manage/update";

export const saveSectionAction = defineAction(saveSection);
export const publishDraftAction = defineAction(publishDraft);
export const discardDraftAction = defineAction(discardDraft);
export const saveSchedulesAction = defineAction(updateEvent);
export const setLogoAction = defineAction(setLogo);
