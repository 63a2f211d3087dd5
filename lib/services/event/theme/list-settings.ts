import { db } from "@/lib/db/client";
import type { Theme } from "@/lib/domain/theme/theme";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { themeOf } from "./theme-view";

/** What themes of the customer say, by key; one that is not there is left out. */
export async function listThemeSettings(
  context: ServiceContext,
  { keys }: { readonly keys: readonly string[] },
): Promise<Readonly<Record<string, Theme>>> {
  requirePermission(context, "theme:read");
  const where = { customerId: context.customer.id, key: { in: [...keys] } };
  const themes = await db().theme.findMany({ where, select: { key: true, settings: true } });
  return Object.fromEntries(themes.map((row) => [row.key, themeOf(row)]));
}
