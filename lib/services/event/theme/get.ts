import { db } from "@/lib/db/client";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { getThemeOfCustomer } from "./find-theme";
import { themeIdInput } from "./schemas";
import { toThemeView } from "./theme-view";

/** One theme of the customer. Throws `not_found` for any other. */
export const getTheme = defineVerb("theme:read", themeIdInput, async (context, { themeId }) =>
  toThemeView(await getThemeOfCustomer(db(), context, themeId)),
);
