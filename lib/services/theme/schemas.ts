import { z } from "zod";
import { lineOfText } from "@/lib/domain/fields";
import { ASSET_KINDS } from "@/lib/domain/theme/theme";
import { themeKey, themeSchema } from "@/lib/domain/theme/theme-schema";
import { LARGEST_ASSET_BYTES } from "./theme-limits";

const themeId = z.string().min(1).max(100);
const name = lineOfText(100);

/** The version that the person saw: a change that somebody made since is a conflict. */
const seenVersion = z.number().int().min(1);

export const themeIdInput = z.strictObject({ themeId });
export type ThemeIdInput = z.input<typeof themeIdInput>;

export const createThemeInput = z.strictObject({ key: themeKey, name, settings: themeSchema });
export type CreateThemeInput = z.input<typeof createThemeInput>;

export const changeThemeInput = z.strictObject({
  themeId,
  seenVersion,
  name,
  settings: themeSchema,
});
export type ChangeThemeInput = z.input<typeof changeThemeInput>;

export const duplicateThemeInput = z.strictObject({ themeId, key: themeKey, name });
export type DuplicateThemeInput = z.input<typeof duplicateThemeInput>;

/** The file's bytes in base64. */
export const uploadAssetInput = z.strictObject({
  kind: z.enum(ASSET_KINDS),
  base64: z
    .base64("The file did not arrive whole.")
    .min(1, "The file is empty.")
    .max(Math.ceil(LARGEST_ASSET_BYTES / 3) * 4, "The file is too large."),
});
export type UploadAssetInput = z.input<typeof uploadAssetInput>;

export const assetInput = z.strictObject({ hash: z.string().regex(/^[0-9a-f]{32}$/) });
export type AssetInput = z.input<typeof assetInput>;
