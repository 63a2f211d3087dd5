import type { Tx } from "@/lib/db/client";
import type { Prisma, Theme as ThemeRow } from "@/lib/db/generated/client";
import type { Theme } from "@/lib/domain/theme/theme";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/ground/context";
import { limitExceeded, ServiceError } from "@/lib/services/ground/errors";
import { takeAssets } from "./take-assets";
import { THEMES_MAX } from "./theme-limits";

export type NewTheme = { readonly key: string; readonly name: string; readonly settings: Theme };

/** Adds a theme; the caller holds the customer's lock. Throws `limit_exceeded` and `conflict`. */
export async function addTheme(
  tx: Tx,
  context: ServiceContext,
  theme: NewTheme,
): Promise<ThemeRow> {
  const where = { customerId: context.customer.id };
  if ((await tx.theme.count({ where })) >= THEMES_MAX) {
    throw limitExceeded(`You can have up to ${THEMES_MAX} themes. Delete one first.`);
  }
  const { key, name } = theme;
  if ((await tx.theme.count({ where: { ...where, key } })) > 0) {
    const reason = `You already have a theme with the key ${key}. Choose another.`;
    throw new ServiceError("conflict", reason, { fields: { key: reason } });
  }
  const columns = await themeColumns(tx, context, theme.settings);
  return tx.theme.create({ data: { id: newId("theme"), ...where, key, name, ...columns } });
}

/** The columns of settings whose files are the customer's, under a revision that was never there before. */
export async function themeColumns(tx: Tx, context: ServiceContext, settings: Theme) {
  return {
    // Plain JSON by its schema; Prisma's type for that is not structural.
    settings: settings as unknown as Prisma.InputJsonObject,
    assets: [...(await takeAssets(tx, context, settings))],
    revision: newId("themeRevision"),
  };
}
