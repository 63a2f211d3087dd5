"use server";

import { PLAIN_THEME } from "@/lib/domain/theme/theme";
import { defineAction } from "@/lib/http/console";
import { changeTheme } from "@/lib/services/event/theme/change";
import { createTheme } from "@/lib/services/event/theme/create";
import { deleteTheme } from "@/lib/services/event/theme/delete";
import { duplicateTheme } from "@/lib/services/event/theme/duplicate";
import {
  type ChangeThemeInput,
  changeThemeInput,
  createThemeInput,
  type DuplicateThemeInput,
  duplicateThemeInput,
  type ThemeIdInput,
  themeIdInput,
  type UploadAssetInput,
  uploadAssetInput,
} from "@/lib/services/event/theme/schemas";
import { uploadAsset } from "@/lib/services/event/theme/upload-asset";

const create = defineAction(createThemeInput, createTheme);
const change = defineAction(changeThemeInput, changeTheme);
const duplicate = defineAction(duplicateThemeInput, duplicateTheme);
const remove = defineAction(themeIdInput, deleteTheme);
const upload = defineAction(uploadAssetInput, uploadAsset);

/** A new theme changes nothing yet: its page is where it gets its look. */
export async function createThemeAction(named: { key: string; name: string }) {
  return create({ ...named, settings: PLAIN_THEME });
}

export async function changeThemeAction(input: ChangeThemeInput) {
  return change(input);
}

export async function duplicateThemeAction(input: DuplicateThemeInput) {
  return duplicate(input);
}

export async function deleteThemeAction(input: ThemeIdInput) {
  return remove(input);
}

export async function uploadAssetAction(input: UploadAssetInput) {
  return upload(input);
}
