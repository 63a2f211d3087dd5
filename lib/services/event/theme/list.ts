import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import type { ListedTheme } from "./theme-view";

/** All themes of the customer by name, each with the events that wear it. */
export async function listThemes(context: ServiceContext): Promise<readonly ListedTheme[]> {
  requirePermission(context, "theme:read");
  const where = { customerId: context.customer.id };
  const themes = await db().theme.findMany({
    where,
    select: { id: true, key: true, name: true, version: true, updatedAt: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  const events = await db().event.findMany({
    where: { ...where, theme: { not: null }, testOf: null },
    select: { wireId: true, theme: true },
    orderBy: { wireId: "asc" },
  });
  return themes.map(({ updatedAt, ...theme }) => ({
    ...theme,
    updatedAt: updatedAt.toISOString(),
    usedBy: events.filter((event) => event.theme === theme.key).map(({ wireId }) => wireId),
  }));
}
