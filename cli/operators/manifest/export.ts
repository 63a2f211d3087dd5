import { Document, isScalar, Scalar, visit } from "yaml";
import { parseUrl } from "@/lib/domain/parse-url";
import { minimal } from "./minimal";
import { manifestSchema } from "./schema";
import type { EventState, State } from "./state";

/** A file, and which variables hold what it does not say. */
export type Exported = { readonly text: string; readonly variables: readonly string[] };

const HEAD = " yaml-language-server: $schema=stanchion.schema.json";

/** What is there as a file that changes nothing. Settings that have their default are left out, and secrets are. */
export function exportManifest(state: State): Exported {
  const { lists, themes, events, rules, publication } = state;
  const named = new Map<string, string>();
  const content = {
    version: 1,
    ...(lists === null
      ? {}
      : { lists: byKey(lists, ({ key, list }) => [key, part("lists", list)]) }),
    ...(themes === null
      ? {}
      : { themes: byKey(themes, ({ key, theme }) => [key, part("themes", theme)]) }),
    ...(events === null
      ? {}
      : { events: byKey(events, (one) => [one.eventId, eventOf(one, state.customerName)]) }),
    ...(rules === null ? {} : { rules: rules.map(({ rule }) => ruleOf(rule)) }),
    ...(publication?.hasChanges === true ? { publishRules: false } : {}),
  };
  for (const { key, list } of lists ?? []) {
    const { contents } = list;
    if (contents.kind === "feed" && mayBeSecret(contents.url)) {
      named.set(contents.url, `STANCHION_LIST_${key.toUpperCase().replaceAll("-", "_")}_URL`);
    }
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

/** What the file needs not say of a list, a theme. */
function part(name: "lists" | "themes", value: unknown): unknown {
  const read = (one: unknown) => manifestSchema.parse({ version: 1, [name]: { a: one } });
  return minimal(value, read);
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

/** Whoever has the address of such a feed may read it. */
function mayBeSecret(address: string): boolean {
  const url = parseUrl(address);
  return url !== null && (url.search !== "" || url.username !== "" || url.password !== "");
}
