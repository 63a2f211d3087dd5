import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getThemeOfCustomer } from "./find-theme";
import { addTheme } from "./inner/store-theme";
import { duplicateThemeInput } from "./schemas";
import { themeOf, toThemeView } from "./theme-view";

/** Makes another theme that looks the same. Throws what `createTheme` throws. */
export const duplicateTheme = defineChange(
  "theme:write",
  duplicateThemeInput,
  async (tx, context, { themeId, key, name }) => {
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
  },
);
