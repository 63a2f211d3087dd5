import { z } from "zod";
import { addressListSchema } from "@/lib/domain/address-list/list-schema";
import { alertRuleFields } from "@/lib/domain/alert/alert-rule-schema";
import { themeSchema } from "@/lib/domain/theme/theme-schema";
import { thresholdFields } from "@/lib/domain/threshold/threshold-schema";
import { webhookFields } from "@/lib/domain/webhook/webhook-schema";
import type { Api } from "./api";
import type { AlertRuleEntry, ListEntry, ThemeEntry, ThresholdEntry, WebhookEntry } from "./schema";

export type Seen = {
  /** Of the answer that this was read from; null where a list of many was read. */
  readonly etag: string | null;
};

/** What the file has an entry for by its key. */
export type KeyedState<Entry> = Seen & {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly entry: Entry;
};

/** An alert channel. */
export type Channel = { readonly id: string; readonly name: string };

export type Reader<Item> = (value: unknown, etag: string | null) => Item;

const channelAnswer = z.object({ id: z.string(), name: z.string() });
const withId = z.object({ id: z.string() });

export function readChannel(value: unknown): Channel {
  return channelAnswer.parse(value);
}

/** Of things of which there are few, each whole. */
export async function readEach<Item>(
  api: Api,
  path: string,
  read: Reader<Item>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (const one of await api.list(path)) {
    const { value, etag } = await api.get(`${path}/${withId.parse(one).id}`);
    items.push(read(value, etag));
  }
  return items;
}

const listAnswer = z.object({
  ...{ id: z.string(), key: z.string(), name: z.string(), counts: z.boolean() },
  ...{ kind: z.enum(["typed", "feed"]), url: z.string().nullable(), everyMinutes: z.number() },
  ...{ version: z.number(), text: z.string() },
});

export function readList(value: unknown, etag: string | null): KeyedState<ListEntry> {
  const { id, key, version, kind, url, everyMinutes, text, ...own } = listAnswer.parse(value);
  const contents = kind === "typed" ? { kind, text } : { kind, url, everyMinutes };
  const entry = addressListSchema.parse({ name: own.name, counts: own.counts, contents });
  return { etag, id, key, version, entry };
}

const themeAnswer = z.object({
  ...{ id: z.string(), key: z.string(), name: z.string(), version: z.number() },
  settings: themeSchema,
});

export function readTheme(value: unknown, etag: string | null): KeyedState<ThemeEntry> {
  const { id, key, version, name, settings } = themeAnswer.parse(value);
  return { etag, id, key, version, entry: { name, settings } };
}

const webhookAnswer = z.object({
  ...webhookFields,
  ...{ id: z.string(), name: z.string(), version: z.number() },
});

export function readWebhook(value: unknown, etag: string | null): KeyedState<WebhookEntry> {
  const { id, name, version, ...entry } = webhookAnswer.parse(value);
  return { etag, id, key: name, version, entry };
}

const thresholdAnswer = z.object({
  ...thresholdFields,
  ...{ id: z.string(), name: z.string(), version: z.number() },
});

export function readThreshold(value: unknown, etag: string | null): KeyedState<ThresholdEntry> {
  const { id, name, version, ...entry } = thresholdAnswer.parse(value);
  return { etag, id, key: name, version, entry };
}

const alertRuleAnswer = z.object({
  ...alertRuleFields,
  ...{ id: z.string(), name: z.string(), version: z.number(), channelIds: z.array(z.string()) },
});

/** Of rules whose channels are among those. */
export function alertRuleReader(known: readonly Channel[]): Reader<KeyedState<AlertRuleEntry>> {
  const nameOf = new Map(known.map(({ id, name }) => [id, name]));
  return (value, etag) => {
    const { id, name, version, channelIds, ...fields } = alertRuleAnswer.parse(value);
    const channels = channelIds.map((channelId) => nameOf.get(channelId) ?? channelId);
    return { etag, id, key: name, version, entry: { ...fields, channels } };
  };
}
