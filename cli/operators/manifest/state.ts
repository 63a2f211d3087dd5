import { z } from "zod";
import { StanchionError } from "@/client/src/stanchion-error";
import { SETTING_SCHEMAS } from "@/lib/domain/event/settings/schemas";
import { SETTING_NAMES, type SettingValues } from "@/lib/domain/event/settings/table";
import { ruleSchema } from "@/lib/domain/integration-config/rule-schema";
import type { KeptOccurrence } from "@/lib/domain/schedule/occurrence";
import { occurrenceSchema } from "@/lib/domain/schedule/schedule-schema";
import type { Api } from "./api";
import {
  alertRuleReader,
  type Channel,
  type KeyedState,
  type Reader,
  readChannel,
  readEach,
  readList,
  readTheme,
  readThreshold,
  readWebhook,
  type Seen,
} from "./keyed-state";
import type {
  AlertRuleEntry,
  ListEntry,
  RuleEntry,
  ThemeEntry,
  ThresholdEntry,
  WebhookEntry,
} from "./schema";

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
/** What there is. A part that nobody asked for is null. */
export type State = {
  /** The name that brands have where the file gives none. */
  readonly customerName: string;
  readonly lists: readonly KeyedState<ListEntry>[] | null;
  readonly themes: readonly KeyedState<ThemeEntry>[] | null;
  readonly events: readonly EventState[] | null;
  /** In the archive, where the file changes nothing. */
  readonly archived: readonly string[];
  readonly webhooks: readonly KeyedState<WebhookEntry>[] | null;
  readonly thresholds: readonly KeyedState<ThresholdEntry>[] | null;
  readonly alertRules: readonly KeyedState<AlertRuleEntry>[] | null;
  /** Where alerts can be sent; none where nobody asked for the rules. */
  readonly channels: readonly Channel[];
  readonly rules: readonly RuleState[] | null;
  /** Whether the rules differ from those that connectors have, and the name of that difference. */
  readonly publication: { readonly hasChanges: boolean; readonly seen: string } | null;
};

export const PARTS = [
  ...(["lists", "themes", "events", "webhooks", "thresholds", "alertRules", "rules"] as const),
] as const;
export type Part = (typeof PARTS)[number];

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

const customerAnswer = z.object({ name: z.string() });
const changesAnswer = z.object({ hasChanges: z.boolean(), seen: z.string() });

/**
 * Reads the parts that a file is about. With `onForbidden` a part that the key may not read is told of and left out;
 * without, the refusal is thrown.
 */
export async function readState(
  api: Api,
  parts: readonly Part[],
  onForbidden?: (part: Part) => void,
): Promise<State> {
  const allowed = async <Item>(part: Part, read: () => Promise<Item>) => {
    if (!parts.includes(part)) return null;
    try {
      return await read();
    } catch (error) {
      const isForbidden = error instanceof StanchionError && error.code === "forbidden";
      if (!isForbidden || onForbidden === undefined) throw error;
      onForbidden(part);
      return null;
    }
  };
  const each = <Entry>(part: Part, path: string, read: Reader<KeyedState<Entry>>) =>
    allowed(part, () => readEach(api, path, read));
  const all = async <Item>(path: string, read: Reader<Item>) =>
    (await api.list(path)).map((value) => read(value, null));
  const events = await allowed("events", async () => ({
    events: await all("/events", readEvent),
    archived: await readArchive(api),
  }));
  const alerts = await allowed("alertRules", async () => {
    const channels = await all("/alert-channels", readChannel);
    const alertRules = await readEach(api, "/alert-rules", alertRuleReader(channels));
    return { channels, alertRules };
  });
  const rules = await allowed("rules", async () => ({
    rules: await all("/rules", readRule),
    publication: changesAnswer.parse((await api.get("/unpublished-changes")).value),
  }));
  return {
    customerName: customerAnswer.parse((await api.get("/customer")).value).name,
    lists: await each("lists", "/address-lists", readList),
    themes: await each("themes", "/themes", readTheme),
    ...(events ?? { events: null, archived: [] }),
    webhooks: await each("webhooks", "/webhooks", readWebhook),
    thresholds: await each("thresholds", "/thresholds", readThreshold),
    ...(alerts ?? { channels: [], alertRules: null }),
    ...(rules ?? { rules: null, publication: null }),
  };
}

async function readArchive(api: Api): Promise<readonly string[]> {
  const answer = z.object({ eventId: z.string() });
  const events = await api.list("/events", { archived: true });
  return events.map((value) => answer.parse(value).eventId);
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
