import type { ServiceContext } from "@/lib/services/context";
import { lockCustomer } from "@/lib/services/lock-customer";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { getThemeOfCustomer } from "./find-theme";
import { type DuplicateThemeInput, duplicateThemeInput } from "./schemas";
import { addTheme } from "./store-theme";
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
      summary: `made the theme ${row.name} like ${like.name}`,
      details: { key: row.key, like: like.key },
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    return toThemeView(row);
  });
}
