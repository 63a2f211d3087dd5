"use server";

import { PLAIN_THEME } from "@/lib/domain/theme/theme";
import { defineAction } from "@/lib/http/console";
import { changeTheme } from "@/lib/services/event/theme/change";
import { createTheme } from "@/lib/services/event/theme/create";
import { deleteTheme } from "@/lib/services/event/theme/delete";
import { duplicateTheme } from "@/lib/services/event/theme/duplicate";
import { readWebsite } from "@/lib/services/event/theme/read-website";
import { uploadAsset } from "@/lib/services/event/theme/upload-asset";

const create = defineAction(createTheme);
export const changeThemeAction = defineAction(changeTheme);
export const duplicateThemeAction = defineAction(duplicateTheme);
export const deleteThemeAction = defineAction(deleteTheme);
export const readWebsiteAction = defineAction(readWebsite);
export const uploadAssetAction = defineAction(uploadAsset);

/** A new theme changes nothing yet: its page is where it gets its look. */
export async function createThemeAction(named: { key: string; name: string }) {
  return create({ ...named, settings: PLAIN_THEME });
}
