import type { PublishedTheme } from "@/lib/domain/theme/theme";
import { publishedKey } from "../keys";
import type { Redis } from "../redis-client";

const THEME = "theme:";
const ASSET = "asset:";

export const themeField = (key: string) => `${THEME}${key}`;
export const assetField = (hash: string) => `${ASSET}${hash}`;

/** Which themes and uploaded files of a customer there are: small enough to be read with the customer. */
export type ThemeIndex = {
  /** By the theme's key; another one means that the theme has changed. */
  readonly revisions: Readonly<Record<string, string>>;
  /** Hashes, in order. */
  readonly assets: readonly string[];
};

export const NO_THEMES: ThemeIndex = { revisions: {}, assets: [] };

/** Fields of a customer's published hash that change together with the index. */
export type ThemeFields = {
  readonly set: Readonly<Record<string, string>>;
  readonly remove: readonly string[];
};

/** The names of all fields that hold themes and files. */
export async function publishedThemeFields(
  redis: Redis,
  customerId: string,
): Promise<ReadonlySet<string>> {
  const fields = await redis.hkeys(publishedKey(customerId));
  return new Set(fields.filter((name) => name.startsWith(THEME) || name.startsWith(ASSET)));
}

/** A theme as it is published; null when there is none of this key. */
export async function readPublishedTheme(
  redis: Redis,
  customerId: string,
  key: string,
): Promise<PublishedTheme | null> {
  const text = await redis.hget(publishedKey(customerId), themeField(key));
  // Written by the relay only.
  return text === null ? null : (JSON.parse(text) as PublishedTheme);
}

/** The bytes of an uploaded file; null when the customer has none of this hash. */
export async function readPublishedAsset(
  redis: Redis,
  customerId: string,
  hash: string,
): Promise<Buffer | null> {
  const text = await redis.hget(publishedKey(customerId), assetField(hash));
  return text === null ? null : Buffer.from(text, "base64");
}
