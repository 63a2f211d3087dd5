import type { Rule } from "@/lib/domain/integration-config/model";

/** A rule as far as trying a request needs it: saved here, or of a published version. */
export type TriableRule = Rule & { readonly id: string };

/** The rules that connectors have; null where one of them is such as no form of today could hold. */
export type PublishedRuleSet = {
  readonly version: number;
  readonly rules: readonly TriableRule[] | null;
};
