import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { addTheme } from "./inner/store-theme";
import { createThemeInput } from "./schemas";
import { toThemeView } from "./theme-view";

/**
 * Adds a theme. Throws `conflict` when the customer has one with that key, `limit_exceeded` when they have too many,
 * and `invalid` with the field for a file that is not theirs.
 */
export const createTheme = defineChange(
  "theme:write",
  createThemeInput,
  async (tx, context, input) => {
    await lockCustomer(tx, context);
    const row = await addTheme(tx, context, input);
    await recordAudit(tx, context, {
      verb: "theme.create",
      subject: row.id,
      summary: `created the theme ${row.name}`,
      details: { key: row.key, settings: row.settings ?? {} },
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    return toThemeView(row);
  },
);
