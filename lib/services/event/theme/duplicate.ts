import type { ServiceContext } from "@/lib/services/ground/context";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { getThemeOfCustomer } from "./find-theme";
import { addTheme } from "./inner/store-theme";
import { type DuplicateThemeInput, duplicateThemeInput } from "./schemas";
import { type ThemeView, themeOf, toThemeView } from "./theme-view";

/** Makes another theme that looks the same. Throws what `createTheme` throws. */
export async function duplicateTheme(
  context: ServiceContext,
  rawInput: DuplicateThemeInput,
): Promise<ThemeView> {
  requirePermission(context, "theme:write");
  const { themeId, key, name } = duplicateThemeInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    await lockCustomer(tx, context);
    const like = await getThemeOfCustomer(tx, context, themeId);
    const row = await addTheme(tx, context, { key, name, settings: themeOf(like) });
    await recordAudit(tx, context, {
      verb: "theme.duplicate",
      subject: row.id,
      summary: `created the theme ${row.name} as a copy of ${like.name}`,
      details: { key: row.key, like: like.key },
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    return toThemeView(row);
  });
}
