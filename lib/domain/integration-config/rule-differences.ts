import { canonicalJson } from "./canonical-json";
import type { Integration, IntegrationConfig } from "./model";
import { ruleFacts } from "./rule-facts";
import { standingOf } from "./standing";

/** What a publication puts into force. */
export type PublishedRules = {
  readonly config: Pick<IntegrationConfig, "Integrations">;
  /** Names of the rules whose visitors always see the waiting page. */
  readonly alwaysWaitRules: readonly string[];
};

/** One thing that two versions of a rule say differently; null where one says nothing of it. */
export type FieldDifference = {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
};

/** How one rule differs between two versions. Rules are told apart by name, and by what they say where only the name differs. */
export type RuleDifference = {
  readonly name: string;
  /** `moved`: it says the same and is tried earlier or later than the rules around it. */
  readonly kind: "added" | "removed" | "changed" | "moved";
  /** Its place from 1; null where it does not exist. */
  readonly from: number | null;
  readonly to: number | null;
  /** True where others that stay were overtaken by it. */
  readonly isMoved: boolean;
  /** What it says differently; where it is new or gone, all that it says but what every new rule does. */
  readonly fields: readonly FieldDifference[];
};

type Placed = { readonly rule: Integration; readonly alwaysWaits: boolean; readonly place: number };

/**
 * Compares two versions rule by rule, in the order of the newer one; rules that are gone come last. Version and date do
 * not count. Nothing that connectors or the waiting room would notice is left out.
 */
export function ruleDifferences(
  before: PublishedRules | null,
  after: PublishedRules,
): readonly RuleDifference[] {
  const old = placed(before);
  const now = placed(after);
  const pairs = pairUp(old, now);
  const kept = now.flatMap((one) => pairs.get(one)?.place ?? []);
  const standing = new Set(standingOf(kept));
  const present = now.flatMap((one): RuleDifference[] => {
    const former = pairs.get(one);
    if (former === undefined) return [wholeDifference(one, "added")];
    const isMoved = !standing.has(former.place);
    const fields = fieldDifferences(former, one);
    if (fields.length === 0 && !isMoved) return [];
    const kind = fields.length > 0 ? "changed" : "moved";
    return [{ name: one.rule.Name, kind, from: former.place, to: one.place, isMoved, fields }];
  });
  const partners = new Set(pairs.values());
  const gone = old.filter((one) => !partners.has(one));
  return [...present, ...gone.map((one) => wholeDifference(one, "removed"))];
}

function placed(rules: PublishedRules | null): Placed[] {
  const alwaysWait = new Set(rules?.alwaysWaitRules);
  const integrations = rules?.config.Integrations ?? [];
  return integrations.map((rule, index) => ({
    rule,
    alwaysWaits: alwaysWait.has(rule.Name),
    place: index + 1,
  }));
}

/** What each rule of now was before: the one of its name, else one that says the same under a name that is gone. */
function pairUp(old: readonly Placed[], now: readonly Placed[]): Map<Placed, Placed> {
  const byName = new Map(old.map((one) => [one.rule.Name, one]));
  const names = new Set(now.map(({ rule }) => rule.Name));
  const renamed = new Map(
    old.filter(({ rule }) => !names.has(rule.Name)).map((one) => [withoutName(one), one]),
  );
  const pairs = new Map<Placed, Placed>();
  for (const one of now) {
    const same = byName.get(one.rule.Name) ?? renamed.get(withoutName(one));
    if (same === undefined) continue;
    pairs.set(one, same);
    renamed.delete(withoutName(same));
  }
  return pairs;
}

function withoutName({ rule, alwaysWaits }: Placed): string {
  return canonicalJson({ rule: { ...rule, Name: "" }, alwaysWaits });
}

function wholeDifference(one: Placed, kind: "added" | "removed"): RuleDifference {
  const isAdded = kind === "added";
  const fields = ruleFacts(one.rule, one.alwaysWaits).flatMap(({ label, text, isUsual }) =>
    text === null || isUsual
      ? []
      : [{ label, before: isAdded ? null : text, after: isAdded ? text : null }],
  );
  const [from, to] = isAdded ? [null, one.place] : [one.place, null];
  return { name: one.rule.Name, kind, from, to, isMoved: false, fields };
}

function fieldDifferences(before: Placed, after: Placed): FieldDifference[] {
  const name = { label: "Name", before: before.rule.Name, after: after.rule.Name };
  const renamed = name.before === name.after ? [] : [name];
  if (withoutName(before) === withoutName(after)) return renamed;
  const old = ruleFacts(before.rule, before.alwaysWaits);
  const changed = ruleFacts(after.rule, after.alwaysWaits).flatMap(({ label, text }, index) => {
    const former = old[index]?.text ?? null;
    return former === text ? [] : [{ label, before: former, after: text }];
  });
  return [...renamed, ...(changed.length > 0 ? changed : [asWritten(before, after)])];
}

/** Two ways to write what is said in the same words. */
function asWritten(before: Placed, after: Placed): FieldDifference {
  return { label: "As written", before: withoutName(before), after: withoutName(after) };
}
