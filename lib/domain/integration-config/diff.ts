import type { Integration, IntegrationConfig } from "./model";

/** What connectors would see change. Rules are told apart by name. */
export type ConfigDifference = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** The rules that stay are tried in another order. */
  readonly isReordered: boolean;
  readonly hasChanges: boolean;
};

/** Compares a draft with what is published; version and date do not count. */
export function configDifference(
  published: Pick<IntegrationConfig, "Integrations"> | null,
  draft: Pick<IntegrationConfig, "Integrations">,
): ConfigDifference {
  const before = byName(published?.Integrations ?? []);
  const after = byName(draft.Integrations);
  const added = [...after.keys()].filter((name) => !before.has(name));
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const kept = [...after.keys()].filter((name) => before.has(name));
  const changed = kept.filter((name) => before.get(name) !== after.get(name));
  const isReordered =
    [...before.keys()].filter((name) => after.has(name)).join("\n") !== kept.join("\n");
  const hasChanges = added.length + removed.length + changed.length > 0 || isReordered;
  return { added, removed, changed, isReordered, hasChanges };
}

function byName(integrations: readonly Integration[]): Map<string, string> {
  return new Map(integrations.map((entry) => [entry.Name, canonical(entry)]));
}

/** JSON with sorted keys: a config that went through the database has lost their order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}
