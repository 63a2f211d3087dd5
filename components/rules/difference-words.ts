import { plural } from "@/components/shared/format";
import type { RuleDifference } from "@/lib/domain/integration-config/rule-differences";

type Counts = Readonly<Record<RuleDifference["kind"], number>>;

/** `2 added, 1 changed`; the words for nothing where nothing is different. */
export function countWords(counts: Counts, nothing: string): string {
  const kinds = ["added", "changed", "moved", "removed"] as const;
  const told = kinds.filter((kind) => counts[kind] > 0).map((kind) => `${counts[kind]} ${kind}`);
  return told.length === 0 ? nothing : told.join(", ");
}

/** `3 unpublished changes`, counted by rules. */
export function changeWords(differences: readonly RuleDifference[]): string {
  return plural(differences.length, "unpublished change");
}
