import type { AssetKind } from "@/lib/domain/theme/theme";

/** Themes of one customer. */
export const THEMES_MAX = 50;

/** Of all uploaded files of a customer together: Redis keeps them in memory. */
export const CUSTOMER_BYTES_MAX = 10 * 1_024 * 1_024;

/** Of one file. Visitors load each of them before they see the page as it is meant. */
export const ASSET_BYTES_MAX = {
  logo: 100 * 1_024,
  background: 500 * 1_024,
  font: 200 * 1_024,
  template: 1_024 * 1_024,
} as const satisfies Readonly<Record<AssetKind, number>>;

export const LARGEST_ASSET_BYTES = Math.max(...Object.values(ASSET_BYTES_MAX));
