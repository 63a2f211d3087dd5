import type { Publication } from "@/lib/db/generated/client";
import { configText } from "@/lib/domain/integration-config/config-text";
import type { IntegrationConfig } from "@/lib/domain/integration-config/model";

export type PublicationSummary = {
  readonly version: number;
  readonly publishedAt: string;
  /** The name of whoever published it. */
  readonly publishedBy: string;
  readonly ruleNames: readonly string[];
};

export type PublicationView = PublicationSummary & {
  readonly config: IntegrationConfig;
  /** The exact text that connectors pull. */
  readonly text: string;
};

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
  };
}

export function toPublicationView(row: Publication): PublicationView {
  const config = storedConfig(row);
  return { ...toPublicationSummary(row), config, text: configText(config) };
}
