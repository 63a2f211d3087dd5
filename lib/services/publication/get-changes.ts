import { db } from "@/lib/db/client";
import { type ConfigDifference, configDifference } from "@/lib/domain/integration-config/diff";
import type { ServiceContext } from "@/lib/services/context";
import { requirePermission } from "@/lib/services/require-permission";
import { buildDraft, latestPublication } from "./draft";
import { storedRules } from "./publication-view";

export type UnpublishedChanges = ConfigDifference & {
  /** Null before the first publication. */
  readonly publishedVersion: number | null;
  readonly publishedAt: string | null;
};

/** How the rules as they are now differ from what connectors have. */
export async function getUnpublishedChanges(context: ServiceContext): Promise<UnpublishedChanges> {
  requirePermission(context, "publication:read");
  const latest = await latestPublication(db(), context);
  const draft = await buildDraft(db(), context, { version: 1, publishDate: new Date(0) });
  return {
    ...configDifference(latest === null ? null : storedRules(latest), draft),
    publishedVersion: latest?.version ?? null,
    publishedAt: latest?.publishedAt.toISOString() ?? null,
  };
}
