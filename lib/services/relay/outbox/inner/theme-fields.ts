import type { Tx } from "@/lib/db/client";
import type { AssetFacts, PublishedTheme } from "@/lib/domain/theme/theme";
import { themeSchema } from "@/lib/domain/theme/theme-schema";
import {
  assetField,
  publishedThemeFields,
  type ThemeFields,
  type ThemeIndex,
  themeField,
} from "@/lib/line/commands/published-themes";
import type { Redis } from "@/lib/line/redis-client";
import { createLogger } from "@/lib/platform/observability/logger";

const log = createLogger("worker");

/** Which themes and uploaded files a customer has in Postgres. */
export async function themeIndexOf(tx: Tx, customerId: string): Promise<ThemeIndex> {
  const themes = await tx.theme.findMany({
    where: { customerId },
    select: { key: true, revision: true },
    orderBy: { key: "asc" },
  });
  const assets = await tx.themeAsset.findMany({
    where: { customerId },
    select: { hash: true },
    orderBy: { hash: "asc" },
    distinct: ["hash"],
  });
  return {
    revisions: Object.fromEntries(themes.map(({ key, revision }) => [key, revision])),
    assets: assets.map(({ hash }) => hash),
  };
}

export type Comparison = {
  readonly customer: { readonly id: string; readonly wireId: string };
  /** What Redis has; null: nothing. */
  readonly held: ThemeIndex | null;
  readonly wanted: ThemeIndex;
};

/**
 * What of a customer's themes and files has to be written to Redis and removed from it; null when all is there and
 * nothing else. Reads only the rows that are written: files are large.
 */
export async function changedThemeFields(
  tx: Tx,
  redis: Redis,
  { customer, held, wanted }: Comparison,
): Promise<ThemeFields | null> {
  const present = await publishedThemeFields(redis, customer.wireId);
  const keys = Object.entries(wanted.revisions).flatMap(([key, revision]) =>
    held?.revisions[key] === revision && present.has(themeField(key)) ? [] : [key],
  );
  const hashes = wanted.assets.filter((hash) => !present.has(assetField(hash)));
  const kept = new Set([
    ...Object.keys(wanted.revisions).map(themeField),
    ...wanted.assets.map(assetField),
  ]);
  const remove = [...present].filter((name) => !kept.has(name));
  if (keys.length + hashes.length + remove.length === 0) return null;
  const set = {
    ...(await themes(tx, customer.id, keys)),
    ...(await files(tx, customer.id, hashes)),
  };
  return Object.keys(set).length + remove.length === 0 ? null : { set, remove };
}

async function themes(
  tx: Tx,
  customerId: string,
  keys: readonly string[],
): Promise<Record<string, string>> {
  if (keys.length === 0) return {};
  const rows = await tx.theme.findMany({ where: { customerId, key: { in: [...keys] } } });
  const fields: Record<string, string> = {};
  for (const { key, revision, settings, assets } of rows) {
    const theme = themeSchema.safeParse(settings);
    if (!theme.success) {
      // The rest of the customer is published: a revoked key must not wait for a theme.
      log.error({ customerId, theme: key, error: theme.error }, "A theme cannot be read.");
      continue;
    }
    const facts = await factsOf(tx, customerId, assets);
    const published: PublishedTheme = { revision, theme: theme.data, assets: facts };
    fields[themeField(key)] = JSON.stringify(published);
  }
  return fields;
}

async function factsOf(
  tx: Tx,
  customerId: string,
  hashes: readonly string[],
): Promise<Record<string, AssetFacts>> {
  const rows = await tx.themeAsset.findMany({
    where: { customerId, hash: { in: [...hashes] } },
    select: { hash: true, width: true, height: true, isVariable: true },
  });
  return Object.fromEntries(rows.map(({ hash, ...facts }) => [hash, facts]));
}

async function files(
  tx: Tx,
  customerId: string,
  hashes: readonly string[],
): Promise<Record<string, string>> {
  if (hashes.length === 0) return {};
  const rows = await tx.themeAsset.findMany({
    where: { customerId, hash: { in: [...hashes] } },
    select: { hash: true, bytes: true },
  });
  return Object.fromEntries(
    rows.map(({ hash, bytes }) => [assetField(hash), Buffer.from(bytes).toString("base64")]),
  );
}
