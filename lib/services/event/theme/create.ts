import type { ServiceContext } from "@/lib/services/ground/context";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { addTheme } from "./inner/store-theme";
import { type CreateThemeInput, createThemeInput } from "./schemas";
import { type ThemeView, toThemeView } from "./theme-view";

/**
 * Adds a theme. Throws `conflict` when the customer has one with that key, `limit_exceeded` when they have too many,
 * and `invalid` with the field for a file that is not theirs.
 */
export async function createTheme(
  context: ServiceContext,
  rawInput: CreateThemeInput,
): Promise<ThemeView> {
  requirePermission(context, "theme:write");
  const input = createThemeInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
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
  });
}
