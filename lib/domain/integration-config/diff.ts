import type { Integration, IntegrationConfig } from "./model";

/** What a publication puts into force. */
export type PublishedRules = {
  readonly config: Pick<IntegrationConfig, "Integrations">;
  /** Names of the rules whose visitors always see the waiting page. */
  readonly alwaysWaitRules: readonly string[];
};

/** What a publication would change. Rules are told apart by name. */
export type ConfigDifference = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** Of those that are added or changed: whose visitors would always wait from then on. */
  readonly alwaysWaitOn: readonly string[];
  /** Of those that are changed: whose visitors would no longer always wait. */
  readonly alwaysWaitOff: readonly string[];
  /** The rules that stay are tried in another order. */
  readonly isReordered: boolean;
  readonly hasChanges: boolean;
};

/** Compares a draft with what is published; version and date do not count. */
export function configDifference(
  published: PublishedRules | null,
  draft: PublishedRules,
): ConfigDifference {
  const before = byName(published);
  const after = byName(draft);
  const added = [...after.keys()].filter((name) => !before.has(name));
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const kept = [...after.keys()].filter((name) => before.has(name));
  const changed = kept.filter((name) => before.get(name) !== after.get(name));
  const waitedBefore = new Set(published?.alwaysWaitRules);
  const waitsAfter = new Set(draft.alwaysWaitRules);
  const alwaysWaitOn = [...waitsAfter].filter((name) => !waitedBefore.has(name));
  const alwaysWaitOff = kept.filter((name) => waitedBefore.has(name) && !waitsAfter.has(name));
  const isReordered =
    [...before.keys()].filter((name) => after.has(name)).join("\n") !== kept.join("\n");
  const hasChanges = added.length + removed.length + changed.length > 0 || isReordered;
  return { added, removed, changed, alwaysWaitOn, alwaysWaitOff, isReordered, hasChanges };
}

function byName(rules: PublishedRules | null): Map<string, string> {
  const alwaysWait = new Set(rules?.alwaysWaitRules);
  const integrations: readonly Integration[] = rules?.config.Integrations ?? [];
  return new Map(
    integrations.map((entry) => [
      entry.Name,
      canonical({ entry, alwaysWait: alwaysWait.has(entry.Name) }),
    ]),
  );
}

/** JSON with sorted keys: a config that went through the database has lost their order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}
