import { EVENT_KEYS } from "./event-keys";

declare const redisKey: unique symbol;
/** A key built by this module; a bare string does not type-check. */
export type RedisKey = string & { readonly [redisKey]: true };

/** What visitors name an event by. Another event may get the same name once this one is deleted. */
export type WireRef = { readonly customerId: string; readonly eventId: string };

/**
 * One event, and never another that was made later under its name. `incarnation` is null for events of before there
 * were any.
 */
export type EventRef = WireRef & { readonly incarnation: string | null };

/** The keys of one event, under the names by which scripts ask for them. */
export type EventKeys = { readonly [Name in keyof typeof EVENT_KEYS]: RedisKey };

function key(text: string): RedisKey {
  // The only place where text becomes a key.
  return text as RedisKey;
}

const NAMES = Object.entries(EVENT_KEYS);

/** What all keys of an event begin with. The hash tag in braces puts them into one slot of a Redis Cluster. */
export function eventTag({ customerId, eventId, incarnation }: EventRef): string {
  const name = `${customerId}:${eventId}`;
  return incarnation === null ? `wr:{${name}}` : `wr:{${name}:${incarnation}}`;
}

/** One key of an event: all of them are made for who needs many. */
export function eventKey(event: EventRef, name: keyof typeof EVENT_KEYS): RedisKey {
  return key(`${eventTag(event)}:${EVENT_KEYS[name].suffix}`);
}

/** All keys of an event's line. */
export function eventKeys(event: EventRef): EventKeys {
  const tag = eventTag(event);
  const keys = NAMES.map(([name, { suffix }]) => [name, key(`${tag}:${suffix}`)]);
  // The names are those of EVENT_KEYS, which Object.fromEntries forgets.
  return Object.fromEntries(keys) as EventKeys;
}

/** The waiting-room processes that are alive. */
export const NODES_KEY = key("wr:nodes");

/** The processes of all programs that run, as they describe themselves, by when they did so. */
export const PRESENCE_KEY = key("wr:presence");

/** By what an installation knows its own Redis. */
export const INSTALLATION_KEY = key("wr:installation");

/** Customers' own hosts, by which visitors reach the waiting room. */
export const CUSTOMER_HOSTS_KEY = key("wr:hosts");

/** Where the chain of each customer's audit log stands, outside the database that holds it. */
export const AUDIT_ANCHORS_KEY = key("wr:audit-anchors");

/** What the worker found when it compared audit logs with their anchors. */
export const AUDIT_ALARMS_KEY = key("wr:audit-alarms");

/** The lines that waiting-room processes have in memory, by when they last said so. */
export const LINES_IN_USE_KEY = key("wr:lines-in-use");

/** In which Redis all lines of each shard were ticked. */
export const TICKED_WHOLE_KEY = key("wr:ticked-whole");

/** When a worker ticked the lines last. */
export const TICKED_KEY = key("wr:ticked");

/** The Redis (by its replication id) whose lines have all been told what time it is. */
export const TIMES_TOLD_KEY = key("wr:times-told");

/** What is published of the draw of one run; it stays for 90 days, also when the event is started anew. */
export function publishedDrawKey(event: EventRef, runId: number): RedisKey {
  return key(`${eventTag(event)}:draw:${runId}`);
}

/** What the visitor path knows about a customer: settings, secrets, configs and key hashes. */
export function publishedKey(customerId: string): RedisKey {
  return key(`wr:{${customerId}}:published`);
}

/** The bytes of a customer's address lists, in pieces by their hash. */
export function publishedListsKey(customerId: string): RedisKey {
  return key(`wr:{${customerId}}:address-lists`);
}

/** The fairness reports of a customer that everybody may read. */
export function publishedReportsKey(customerId: string): RedisKey {
  return key(`wr:{${customerId}}:fairness-reports`);
}

/** What the public status page of a customer says. */
export function statusPageKey(customerId: string): RedisKey {
  return key(`wr:{${customerId}}:status-page`);
}

/** Which connectors of a customer pulled the config, and when. */
export function pullKeys(customerId: string) {
  const tag = `wr:{${customerId}}`;
  return { pulls: key(`${tag}:pulls`), pullTimes: key(`${tag}:pull-times`) } as const;
}

/** When each API key of a customer was last used. */
export function apiKeyUsesKey(customerId: string) {
  return key(`wr:{${customerId}}:api-key-uses`);
}

/** How many requests a key, or all keys of a customer, have sent through the API within one minute. */
export function apiRequestsKey(customerId: string, spender: string, minute: number) {
  return key(`wr:{${customerId}}:api-requests:${spender}:${minute}`);
}

/** What connectors reported of an event: totals, and two halves of uses that take turns. */
export function reportKeys(event: EventRef) {
  const tag = eventTag(event);
  return {
    reports: key(`${tag}:reports`),
    usedEven: key(`${tag}:used-even`),
    usedOdd: key(`${tag}:used-odd`),
  } as const;
}

/** How often sources have joined at all events of a customer, in two halves that take turns. */
export function sumKeys(customerId: string) {
  const tag = `wr:{${customerId}}`;
  return { even: key(`${tag}:join-sums-even`), odd: key(`${tag}:join-sums-odd`) } as const;
}

/** How often access codes of an event were guessed, by hashes of addresses. */
export function guessKeys(event: EventRef) {
  return { guesses: key(`${eventTag(event)}:guesses`) } as const;
}

/**
 * What visitors who want to be told of their turn have asked, on its way to Postgres; how often they did; and whose links
 * are void because they want to hear nothing any more.
 */
export function noticeKeys(event: EventRef) {
  const tag = eventTag(event);
  return {
    notices: key(`${tag}:notices`),
    limits: key(`${tag}:notice-limits`),
    stops: key(`${tag}:notice-stops`),
  } as const;
}
