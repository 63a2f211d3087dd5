import { db } from "@/lib/db/client";
import {
  type RuleDifference,
  ruleDifferences,
} from "@/lib/domain/integration-config/rule-differences";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { ServiceError } from "@/lib/services/ground/errors";
import { buildDraft, digestOf, latestPublication } from "./draft";
import { storedRules } from "./publication-view";

export type UnpublishedChanges = {
  /** Null before the first publication. */
  readonly publishedVersion: number | null;
  readonly publishedAt: string | null;
  readonly publishedBy: string | null;
  /** Why the rules cannot be published as they are; null where nothing is in the way. */
  readonly problem: string | null;
  readonly differences: readonly RuleDifference[];
  readonly hasChanges: boolean;
  /** Names the rules as they are now: `publish` takes it, so that nobody publishes what they have not seen. */
  readonly seen: string;
};

/** How the rules as they are now differ from what connectors have. */
export const getUnpublishedChanges = defineVerb(
  "publication:read",
  noInput,
  async (context): Promise<UnpublishedChanges> => {
    const latest = await latestPublication(db(), context);
    const published = {
      publishedVersion: latest?.version ?? null,
      publishedAt: latest?.publishedAt.toISOString() ?? null,
      publishedBy: latest?.publishedBy ?? null,
    };
    try {
      const draft = await buildDraft(db(), context, { version: 1, publishDate: new Date(0) });
      const differences = ruleDifferences(latest === null ? null : storedRules(latest), draft);
      const hasChanges = differences.length > 0;
      return { ...published, problem: null, differences, hasChanges, seen: digestOf(draft) };
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === "precondition_failed")) throw error;
      return { ...published, problem: error.message, differences: [], hasChanges: true, seen: "" };
    }
  },
);
