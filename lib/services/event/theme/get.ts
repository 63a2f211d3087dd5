import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { getThemeOfCustomer } from "./find-theme";
import { type ThemeIdInput, themeIdInput } from "./schemas";
import { type ThemeView, toThemeView } from "./theme-view";

/** One theme of the customer. Throws `not_found` for any other. */
export async function getTheme(
  context: ServiceContext,
  rawInput: ThemeIdInput,
): Promise<ThemeView> {
  requirePermission(context, "theme:read");
  const { themeId } = themeIdInput.parse(rawInput);
  return toThemeView(await getThemeOfCustomer(db(), context, themeId));
}
