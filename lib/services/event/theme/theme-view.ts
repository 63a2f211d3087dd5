import type { Theme as ThemeRow } from "@/lib/db/generated/client";
import type { Theme } from "@/lib/domain/theme/theme";
import { themeSchema } from "@/lib/domain/theme/theme-schema";

/** A theme as lists show it. */
export type ListedTheme = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly version: number;
  readonly updatedAt: string;
  /** The ids of the events whose pages wear it. */
  readonly usedBy: readonly string[];
};

/** A theme as its form and previews take it. Plain data. */
export type ThemeView = Omit<ListedTheme, "usedBy"> & { readonly settings: Theme };

/** The stored settings. Throws when the row holds what no verb writes. */
export function themeOf(row: Pick<ThemeRow, "settings">): Theme {
  return themeSchema.parse(row.settings);
}

export function toThemeView(row: ThemeRow): ThemeView {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
    settings: themeOf(row),
  };
}
