import type { TableData } from "./held-data";

/** What customers have designed says nothing about a person; see `DATA_IN_POSTGRES`. */
export const THEMES_IN_POSTGRES = {
  Theme: {
    plain: [
      "id",
      "customerId",
      "key",
      "name",
      "settings",
      "assets",
      "version",
      "revision",
      "createdAt",
      "updatedAt",
    ],
  },
  ThemeAsset: {
    plain: [
      "id",
      "customerId",
      "hash",
      "kind",
      "contentType",
      "bytes",
      "size",
      "width",
      "height",
      "isVariable",
      "createdAt",
      "unusedSince",
    ],
  },
} as const satisfies Readonly<Record<string, TableData>>;
