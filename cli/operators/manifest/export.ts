import { Document, isScalar, Scalar, visit } from "yaml";
import { parseUrl } from "@/lib/domain/parse-url";
import type { KeyedState } from "./keyed-state";
import { minimal } from "./minimal";
import { manifestSchema } from "./schema";
import type { EventState, State } from "./state";

/** A file, and which variables hold what it does not say. */
export type Exported = { readonly text: string; readonly variables: readonly string[] };

const HEAD = " yaml-language-server: $schema=stanchion.schema.json";

/** What is there as a file that changes nothing. Settings that have their default are left out, and secrets are. */
export function exportManifest(state: State): Exported {
  const { lists, themes, events, webhooks, rules, publication } = state;
  const content = {
    version: 1,
    ...keyed("lists", lists),
    ...keyed("themes", themes),
    ...(events === null
      ? {}
      : { events: byKey(events, (one) => [one.eventId, eventOf(one, state.customerName)]) }),
    ...keyed("webhooks", webhooks),
    ...keyed("thresholds", state.thresholds),
    ...keyed("alertRules", state.alertRules),
    ...(rules === null ? {} : { rules: rules.map(({ rule }) => ruleOf(rule)) }),
    ...(publication?.hasChanges === true ? { publishRules: false } : {}),
  };
  const feeds = (lists ?? []).flatMap(({ key, entry: { contents } }) =>
    contents.kind === "feed" ? [{ key, url: contents.url, what: "LIST" }] : [],
  );
  const endpoints = (webhooks ?? []).map(({ key, entry: { url } }) => {
    return { key, url, what: "WEBHOOK" };
  });
  const secret = [
    ...feeds.filter(({ url }) => mayBeSecret(url)),
    ...endpoints.filter(({ url }) => mayBeSecret(url) || hasPath(url)),
  ];
  const named = new Map<string, string>();
  const taken = new Set<string>();
  for (const { key, url, what } of secret) {
    const name = freeName(variableOf(what, key), taken);
    if (!named.has(url)) named.set(url, name);
  }
  const document = new Document(content);
  document.commentBefore = HEAD;
  visit(document, {
    Scalar: (_, node) => {
      const name = typeof node.value === "string" ? named.get(node.value) : undefined;
      if (name === undefined || !isScalar(node)) return;
      const reference = new Scalar(name);
      reference.tag = "!env";
      return reference;
    },
  });
  return { text: document.toString({ lineWidth: 0 }), variables: [...named.values()] };
}

function byKey<Item>(
  items: readonly Item[],
  entry: (item: Item) => readonly [string, unknown],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(items.map(entry).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A part whose things have keys, without what the file needs not say. */
type KeyedPart = "lists" | "themes" | "webhooks" | "thresholds" | "alertRules";

function keyed<Part extends KeyedPart>(part: Part, there: State[Part]) {
  if (there === null) return {};
  const read = (one: unknown) => manifestSchema.parse({ version: 1, [part]: { abc: one } });
  const items: readonly KeyedState<unknown>[] = there;
  return { [part]: byKey(items, ({ key, entry }) => [key, minimal(entry, read)]) };
}

/** `STANCHION_LIST_OF_US_URL` */
function variableOf(what: string, key: string): string {
  return `STANCHION_${what}_${key.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_")}_URL`;
}

/** Names without letters that a variable may have are told apart by a number. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = name.replace(/_URL$/, `_${number}_URL`);
  taken.add(free);
  return free;
}

function ruleOf(rule: unknown): unknown {
  return minimal(rule, (one) => manifestSchema.parse({ version: 1, rules: [one] }));
}

function eventOf({ settings }: EventState, customerName: string): unknown {
  const { brandName, ...others } = settings;
  const own = brandName === customerName ? others : settings;
  const follows = settings.kind === "scheduled" && settings.schedules.length > 0;
  const { startLocal: _, endLocal: __, preQueueMinutes: ___, ...timeless } = own;
  const read = (one: unknown) => manifestSchema.parse({ version: 1, events: { abc: one } });
  return minimal(follows ? timeless : own, read);
}

/** Of many services the path is the secret. */
function hasPath(address: string): boolean {
  return (parseUrl(address)?.pathname ?? "/") !== "/";
}

/** Whoever has such an address may read what is there, or write to it. */
function mayBeSecret(address: string): boolean {
  const url = parseUrl(address);
  return url !== null && (url.search !== "" || url.username !== "" || url.password !== "");
}
