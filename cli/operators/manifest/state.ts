import { z } from "zod";
import { addressListSchema } from "@/lib/domain/address-list/list-schema";
import { SETTING_SCHEMAS } from "@/lib/domain/event/settings/schemas";
import { SETTING_NAMES, type SettingValues } from "@/lib/domain/event/settings/table";
import { ruleSchema } from "@/lib/domain/integration-config/rule-schema";
import type { KeptOccurrence } from "@/lib/domain/schedule/occurrence";
import { occurrenceSchema } from "@/lib/domain/schedule/schedule-schema";
import { themeSchema } from "@/lib/domain/theme/theme-schema";
import type { Api } from "./api";
import type { ListEntry, RuleEntry, ThemeEntry } from "./schema";

type Seen = {
  /** Of the answer that this was read from; null where a list of many was read. */
  readonly etag: string | null;
};

export type EventState = Seen & {
  readonly eventId: string;
  readonly settings: SettingValues;
  readonly status: "draft" | "open" | "stopped";
  readonly letThrough: boolean;
  readonly startAtMs: number | null;
  readonly endAtMs: number | null;
  readonly changedAtMs: number;
  readonly occurrence: KeptOccurrence | null;
  readonly settingsVersion: number;
  /** The file that it is kept in; null: none. */
  readonly managedBy: string | null;
};

export type RuleState = Seen & {
  readonly id: string;
  /** Names what it says. */
  readonly seen: string;
  readonly rule: RuleEntry;
  readonly managedBy: string | null;
};
export type ListState = Seen & {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly list: ListEntry;
};
export type ThemeState = Seen & {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly theme: ThemeEntry;
};

/** What there is. A part that nobody asked for is null. */
export type State = {
  /** The name that brands have where the file gives none. */
  readonly customerName: string;
  readonly lists: readonly ListState[] | null;
  readonly themes: readonly ThemeState[] | null;
  readonly events: readonly EventState[] | null;
  /** In the archive, where the file changes nothing. */
  readonly archived: readonly string[];
  readonly rules: readonly RuleState[] | null;
  /** Whether the rules differ from those that connectors have, and the name of that difference. */
  readonly publication: { readonly hasChanges: boolean; readonly seen: string } | null;
};

export type Part = "lists" | "themes" | "events" | "rules";
export const PARTS: readonly Part[] = ["lists", "themes", "events", "rules"];

const moment = z.iso.datetime().transform((text) => Date.parse(text));
const managedBy = z.string().nullable().default(null);

const eventAnswer = z.object({
  ...SETTING_SCHEMAS,
  ...{ eventId: z.string(), status: z.enum(["draft", "open", "stopped"]) },
  ...{ letThrough: z.boolean(), settingsVersion: z.number() },
  ...{ startAt: moment.nullable(), endAt: moment.nullable(), updatedAt: moment },
  ...{ occurrence: occurrenceSchema, managedBy },
});

/** An event as the API answers it. */
export function readEvent(value: unknown, etag: string | null): EventState {
  const answer = eventAnswer.parse(value);
  const { eventId, status, letThrough, startAt, endAt, updatedAt } = answer;
  const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, answer[name]]));
  return {
    ...{ etag, eventId, status, letThrough, startAtMs: startAt, endAtMs: endAt },
    changedAtMs: updatedAt,
    occurrence: answer.occurrence,
    settingsVersion: answer.settingsVersion,
    managedBy: answer.managedBy,
    // One value of each name, each read by its own schema.
    settings: settings as SettingValues,
  };
}

const RULE_FIELDS = ["actionType", "name", "action", "alwaysWait", "lane", "triggers"];
const ruleAnswer = z.looseObject({
  ...{ id: z.string(), seen: z.string(), actionType: z.string(), managedBy },
});

export function readRule(value: unknown, etag: string | null): RuleState {
  const { id, seen, managedBy: file, ...answer } = ruleAnswer.parse(value);
  const fields = Object.entries(answer).filter(([name]) => RULE_FIELDS.includes(name));
  const rule = ruleSchema.parse(Object.fromEntries(fields));
  return { etag, id, seen, rule, managedBy: file };
}

const listAnswer = z.object({
  ...{ id: z.string(), key: z.string(), name: z.string(), counts: z.boolean() },
  ...{ kind: z.enum(["typed", "feed"]), url: z.string().nullable(), everyMinutes: z.number() },
  ...{ version: z.number(), text: z.string() },
});

function readList(value: unknown, etag: string | null): ListState {
  const { id, key, version, kind, url, everyMinutes, text, ...own } = listAnswer.parse(value);
  const contents = kind === "typed" ? { kind, text } : { kind, url, everyMinutes };
  const list = addressListSchema.parse({ name: own.name, counts: own.counts, contents });
  return { etag, id, key, version, list };
}

const themeAnswer = z.object({
  ...{ id: z.string(), key: z.string(), name: z.string(), version: z.number() },
  settings: themeSchema,
});

function readTheme(value: unknown, etag: string | null): ThemeState {
  const { id, key, version, name, settings } = themeAnswer.parse(value);
  return { etag, id, key, version, theme: { name, settings } };
}

const withId = z.object({ id: z.string() });
const customerAnswer = z.object({ name: z.string() });
const changesAnswer = z.object({ hasChanges: z.boolean(), seen: z.string() });

/** Reads the parts that a file is about. */
export async function readState(api: Api, parts: readonly Part[]): Promise<State> {
  const events = parts.includes("events");
  const rules = parts.includes("rules");
  const each = async <Item>(
    part: Part,
    path: string,
    read: (value: unknown, etag: string | null) => Item,
  ) => (parts.includes(part) ? await readEach(api, path, read) : null);
  return {
    customerName: customerAnswer.parse((await api.get("/customer")).value).name,
    lists: await each("lists", "/address-lists", readList),
    themes: await each("themes", "/themes", readTheme),
    events: events ? (await api.list("/events")).map((value) => readEvent(value, null)) : null,
    archived: events ? await readArchive(api) : [],
    rules: rules ? (await api.list("/rules")).map((value) => readRule(value, null)) : null,
    publication: rules ? changesAnswer.parse((await api.get("/unpublished-changes")).value) : null,
  };
}

async function readArchive(api: Api): Promise<readonly string[]> {
  const answer = z.object({ eventId: z.string() });
  const events = await api.list("/events", { archived: true });
  return events.map((value) => answer.parse(value).eventId);
}

/** Of things of which there are few, each whole. */
async function readEach<Item>(
  api: Api,
  path: string,
  read: (value: unknown, etag: string | null) => Item,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (const one of await api.list(path)) {
    const { value, etag } = await api.get(`${path}/${withId.parse(one).id}`);
    items.push(read(value, etag));
  }
  return items;
}

/** What is to be changed, read once more for its ETag: of events and rules there may be many. */
export async function readTouched(
  api: Api,
  state: State,
  touched: { readonly events: ReadonlySet<string>; readonly rules: ReadonlySet<string> },
): Promise<State> {
  const events: EventState[] = [];
  for (const event of state.events ?? []) {
    const { value, etag } = touched.events.has(event.eventId)
      ? await api.get(`/events/${event.eventId}`)
      : { value: null, etag: null };
    events.push(value === null ? event : readEvent(value, etag));
  }
  const rules: RuleState[] = [];
  for (const rule of state.rules ?? []) {
    const { value, etag } = touched.rules.has(rule.id)
      ? await api.get(`/rules/${rule.id}`)
      : { value: null, etag: null };
    rules.push(value === null ? rule : readRule(value, etag));
  }
  return {
    ...state,
    events: state.events && events,
    rules: state.rules && rules,
  };
}
