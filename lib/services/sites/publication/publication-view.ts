import type { Publication } from "@/lib/db/generated/client";
import { configText } from "@/lib/domain/integration-config/config-text";
import type { IntegrationConfig } from "@/lib/domain/integration-config/model";

export type PublicationSummary = {
  readonly version: number;
  readonly publishedAt: string;
  /** The name of whoever published it. */
  readonly publishedBy: string;
  readonly ruleNames: readonly string[];
  /** The version whose rules it has again; null for rules as they were then. */
  readonly repeats: number | null;
};

export type PublicationView = PublicationSummary & {
  readonly config: IntegrationConfig;
  /** Names of the rules whose visitors always see the waiting page. */
  readonly alwaysWaitRules: readonly string[];
  /** The exact text that connectors pull. */
  readonly text: string;
};

/** What a publication put into force. */
export function storedRules(row: Pick<Publication, "config" | "alwaysWaitRules">) {
  return { config: storedConfig(row), alwaysWaitRules: row.alwaysWaitRules };
}

/** The config of a publication. Only `publish` writes the column, and nothing ever changes it. */
export function storedConfig(row: Pick<Publication, "config">): IntegrationConfig {
  return row.config as unknown as IntegrationConfig;
}

export function toPublicationSummary(row: Publication): PublicationSummary {
  return {
    version: row.version,
    publishedAt: row.publishedAt.toISOString(),
    publishedBy: row.publishedBy,
    ruleNames: storedConfig(row).Integrations.map(({ Name }) => Name),
    repeats: row.repeats,
  };
}

export function toPublicationView(row: Publication): PublicationView {
  const { config, alwaysWaitRules } = storedRules(row);
  return { ...toPublicationSummary(row), config, alwaysWaitRules, text: configText(config) };
}
