import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import type { ListedTheme } from "./theme-view";

/** All themes of the customer by name, each with the events that wear it. */
export const listThemes = defineVerb(
  "theme:read",
  noInput,
  async ({ customer }): Promise<readonly ListedTheme[]> => {
    const where = { customerId: customer.id };
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
  },
);
