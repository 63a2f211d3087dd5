declare const redisKey: unique symbol;
/** A key built by this module; a bare string does not type-check. */
export type RedisKey = string & { readonly [redisKey]: true };

/** Names one event on the wire. */
export type EventRef = { readonly customerId: string; readonly eventId: string };

/** The fixed set of keys of one event. They exist from the creation of its first run. */
export type EventKeys = {
  readonly line: RedisKey;
  readonly spent: RedisKey;
  readonly confirmed: RedisKey;
  readonly recent: RedisKey;
  readonly recentAt: RedisKey;
  readonly journal: RedisKey;
  readonly admissions: RedisKey;
  readonly figures: RedisKey;
  readonly seats: RedisKey;
  readonly rights: RedisKey;
  readonly codes: RedisKey;
};

function key(text: string): RedisKey {
  // The only place where text becomes a key.
  return text as RedisKey;
}

/** All keys of an event share the hash tag `{customerId:eventId}`: one slot of a Redis Cluster. */
export function eventKeys({ customerId, eventId }: EventRef): EventKeys {
  const tag = `wr:{${customerId}:${eventId}}`;
  return {
    line: key(`${tag}:line`),
    spent: key(`${tag}:spent`),
    confirmed: key(`${tag}:confirmed`),
    recent: key(`${tag}:recent`),
    recentAt: key(`${tag}:recent-at`),
    journal: key(`${tag}:journal`),
    admissions: key(`${tag}:admissions`),
    figures: key(`${tag}:figures`),
    seats: key(`${tag}:seats`),
    rights: key(`${tag}:rights`),
    codes: key(`${tag}:codes`),
  };
}

/** The waiting-room processes that are alive. */
export const NODES_KEY = key("wr:nodes");

/** What the visitor path knows about a customer: settings, secrets, configs and key hashes. */
export function publishedKey(customerId: string): RedisKey {
  return key(`wr:{${customerId}}:published`);
}
