import { sameValue } from "@/lib/domain/same-value";

/** One thing that two versions of an event's settings say differently, as people read it. */
export type SettingDifference = {
  /** Where it stands, as in `lanes.vip.weight`; unique among the differences of two versions. */
  readonly field: string;
  /** How the form calls it, with what it belongs to: `Lane 2 “Members”: share`. */
  readonly label: string;
  /** Something of a list that is there once only is added or removed as a whole. */
  readonly kind: "changed" | "added" | "removed";
  /** In words; null: nothing. */
  readonly from: string | null;
  readonly to: string | null;
};

/** Says what differs. Undefined stands for what one of both does not have at all. */
export type Differ<Value> = (
  before: Value | undefined,
  after: Value | undefined,
) => readonly SettingDifference[];

/** A value that is told whole. Two that differ are told even where their words are the same. */
export function leaf<Value>(label: string, words: (value: Value) => string | null): Differ<Value> {
  const told = (value: Value | undefined) => (value === undefined ? null : words(value));
  return (before, after) => {
    if (sameValue(before, after)) return [];
    return [{ field: "", label, kind: "changed", from: told(before), to: told(after) }];
  };
}

/** Each field for itself: a type that gets a new field does not compile until somebody says how it reads. */
export function fields<Value extends object>(
  table: {
    readonly [Name in keyof Value]-?: Differ<Value[Name]>;
  },
): Differ<Value> {
  // Object.keys forgets the names that the type above demands.
  const names = Object.keys(table) as (keyof Value & string)[];
  return (before, after) =>
    names.flatMap((name) => below(name, table[name](before?.[name], after?.[name])));
}

/** What may be switched off: off and on are told, and what it has once it is on beside `none`, where that is known. */
export function switchable<Value>(
  label: string,
  differ: Differ<Value>,
  { off = "off", none }: { readonly off?: string; readonly none?: Value } = {},
): Differ<Value | null> {
  const isOn = (value: Value | null | undefined) => value !== null && value !== undefined;
  const told = (value: Value | null | undefined) => (isOn(value) ? "on" : off);
  return (before, after) => {
    const inside = differ(before ?? none, after ?? none);
    if (isOn(before) === isOn(after)) return isOn(after) ? inside : [];
    const [from, to] = [told(before), told(after)];
    return [{ field: "", label, kind: "changed", from, to }, ...inside];
  };
}

type ListWords<Item> = {
  /** What makes an item the same one in both; two of one list may share it. */
  readonly keyOf: (item: Item) => string;
  /** `Lane 2 “Members”`, of what stands at this place, counted from 0. */
  readonly labelOf: (item: Item, place: number) => string;
  /** All of it in a phrase, for one that is added or removed. */
  readonly words: (item: Item) => string;
  /** What may differ in one that both have. */
  readonly differ: Differ<Item>;
  /** How the order is called, and each in it. */
  readonly order: string;
  readonly nameOf: (item: Item) => string;
};

/** Items that are added, removed, changed and moved, each for itself. */
export function list<Item>(say: ListWords<Item>): Differ<readonly Item[]> {
  return (before = [], after = []) => {
    const [old, now] = [keyed(before, say.keyOf), keyed(after, say.keyOf)];
    const removed = [...old].filter(([key]) => !now.has(key));
    return [
      ...removed.map(([key, { item, place }]) =>
        gone(key, say.labelOf(item, place), say.words(item)),
      ),
      ...[...now].flatMap(([key, { item, place }]) => {
        const was = old.get(key);
        if (was === undefined) return [come(key, say.labelOf(item, place), say.words(item))];
        const inside = below(key, say.differ(was.item, item));
        return inside.map((one) => inItem(say.labelOf(was.item, place), one));
      }),
      ...moved(old, now, say),
    ];
  };
}

/** Texts of which each is there or not, as hosts: `Allowed target host` is added or removed. */
export function texts(label: string, order: string): Differ<readonly string[]> {
  const same = (text: string) => text;
  return list({
    ...{ keyOf: same, words: same, nameOf: same, order },
    labelOf: () => label,
    differ: () => [],
  });
}

/** The same differences under the name of what they belong to. */
export function within<Value>(prefix: string, differ: Differ<Value>): Differ<Value> {
  return (before, after) => differ(before, after).map((one) => inItem(prefix, one));
}

type Keyed<Item> = ReadonlyMap<string, { readonly item: Item; readonly place: number }>;

function keyed<Item>(items: readonly Item[], keyOf: (item: Item) => string): Keyed<Item> {
  const found = new Map<string, { item: Item; place: number }>();
  for (const [place, item] of items.entries()) {
    let key = keyOf(item);
    while (found.has(key)) key += "’";
    found.set(key, { item, place });
  }
  return found;
}

function moved<Item>(
  old: Keyed<Item>,
  now: Keyed<Item>,
  { order, nameOf }: ListWords<Item>,
): readonly SettingDifference[] {
  const before = [...old.keys()].filter((key) => now.has(key));
  const after = [...now.keys()].filter((key) => old.has(key));
  if (sameValue(before, after)) return [];
  const names = (keys: readonly string[], items: Keyed<Item>) =>
    keys.map((key) => nameOf((items.get(key) ?? never(key)).item)).join(", ");
  const [from, to] = [names(before, old), names(after, now)];
  return [{ field: "order", label: order, kind: "changed", from, to }];
}

function never(key: string): never {
  throw new Error(`No item has the key ${key}.`);
}

function come(field: string, label: string, to: string): SettingDifference {
  return { field, label, kind: "added", from: null, to };
}

function gone(field: string, label: string, from: string): SettingDifference {
  return { field, label, kind: "removed", from, to: null };
}

function below(name: string, inside: readonly SettingDifference[]): readonly SettingDifference[] {
  return inside.map((one) => ({
    ...one,
    field: one.field === "" ? name : `${name}.${one.field}`,
  }));
}

function inItem(prefix: string, one: SettingDifference): SettingDifference {
  return { ...one, label: `${prefix}: ${lowerFirst(one.label)}` };
}

/** `line limit`, of `Line limit`; names and abbreviations stay. */
export function lowerFirst(label: string): string {
  const isName = /^(?:Cloudflare|CAPTCHA|[A-Z]{2,})/.test(label);
  return isName ? label : label.slice(0, 1).toLowerCase() + label.slice(1);
}
