import { z } from "zod";
import { countedNumber, lineOfText } from "@/lib/domain/fields";
import { checkOverride } from "@/lib/domain/page-texts/check-text";
import { isLanguage } from "@/lib/domain/page-texts/languages";
import { ASSET_KINDS } from "@/lib/domain/theme/theme";
import { themeKey, themeSchema } from "@/lib/domain/theme/theme-schema";
import { LARGEST_ASSET_BYTES } from "./inner/theme-limits";

const themeId = z.string().min(1).max(100);
const name = lineOfText(100);

/** What is stored: every text is one that there is, with the variables and plural forms that it needs. */
const settings = themeSchema.superRefine(({ texts }, issues) => {
  for (const [language, own] of Object.entries(texts)) {
    for (const [key, text] of Object.entries(own)) {
      const problem = isLanguage(language) ? checkOverride(language, key, text) : null;
      if (problem === null) continue;
      const { place, reason: message } = problem;
      issues.addIssue({ code: "custom", path: ["texts", language, place], message });
    }
  }
});

/** The version that the person saw: a change that somebody made since is a conflict. */
const seenVersion = countedNumber(1);

export const themeIdInput = z.strictObject({ themeId });
export type ThemeIdInput = z.input<typeof themeIdInput>;

export const createThemeInput = z.strictObject({ key: themeKey, name, settings });

export const changeThemeInput = z.strictObject({
  themeId,
  seenVersion,
  name,
  settings,
});
export type ChangeThemeInput = z.input<typeof changeThemeInput>;

export const duplicateThemeInput = z.strictObject({ themeId, key: themeKey, name });
export type DuplicateThemeInput = z.input<typeof duplicateThemeInput>;

/** The file's bytes in base64. */
export const uploadAssetInput = z.strictObject({
  kind: z.enum(ASSET_KINDS),
  base64: z
    .base64("The upload was incomplete. Try again.")
    .min(1, "The file is empty.")
    .max(Math.ceil(LARGEST_ASSET_BYTES / 3) * 4, "The file is too large."),
});
export type UploadAssetInput = z.input<typeof uploadAssetInput>;

export const assetInput = z.strictObject({ hash: z.string().regex(/^[0-9a-f]{32}$/) });

/** The address of a website; people leave its scheme out. */
export const websiteInput = z.strictObject({
  url: z
    .string()
    .trim()
    .min(1, "Enter the address of your website.")
    .max(2_000, "At most 2,000 characters.")
    .transform((url) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`)),
});
export type WebsiteInput = z.input<typeof websiteInput>;
