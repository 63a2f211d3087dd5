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
  /** Admissions by number: two halves that take turns. */
  readonly recentEven: RedisKey;
  readonly recentOdd: RedisKey;
  readonly journal: RedisKey;
  readonly admissions: RedisKey;
  readonly figures: RedisKey;
  readonly asking: RedisKey;
  readonly seats: RedisKey;
  readonly unnamedSeats: RedisKey;
  readonly rights: RedisKey;
  readonly codes: RedisKey;
  readonly drawGroups: RedisKey;
  readonly drawOrder: RedisKey;
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
    recentEven: key(`${tag}:recent-even`),
    recentOdd: key(`${tag}:recent-odd`),
    journal: key(`${tag}:journal`),
    admissions: key(`${tag}:admissions`),
    figures: key(`${tag}:figures`),
    asking: key(`${tag}:asking`),
    seats: key(`${tag}:seats`),
    unnamedSeats: key(`${tag}:unnamed-seats`),
    rights: key(`${tag}:rights`),
    codes: key(`${tag}:codes`),
    drawGroups: key(`${tag}:draw-groups`),
    drawOrder: key(`${tag}:draw-order`),
  };
}

/** The same keys under the names by which the scripts ask for them. */
export function scriptKeys(event: EventRef) {
  const keys = eventKeys(event);
  return {
    lineKey: keys.line,
    spentKey: keys.spent,
    confirmedKey: keys.confirmed,
    recentEvenKey: keys.recentEven,
    recentOddKey: keys.recentOdd,
    journalKey: keys.journal,
    admissionsKey: keys.admissions,
    figuresKey: keys.figures,
    askingKey: keys.asking,
    seatsKey: keys.seats,
    unnamedSeatsKey: keys.unnamedSeats,
    rightsKey: keys.rights,
    codesKey: keys.codes,
    drawGroupsKey: keys.drawGroups,
    drawOrderKey: keys.drawOrder,
  } as const;
}

/** The waiting-room processes that are alive. */
export const NODES_KEY = key("wr:nodes");

/** What is published of the draw of one run; it stays when the event is started anew. */
export function publishedDrawKey({ customerId, eventId }: EventRef, runId: number): RedisKey {
  return key(`wr:{${customerId}:${eventId}}:draw:${runId}`);
}

/** What the visitor path knows about a customer: settings, secrets, configs and key hashes. */
export function publishedKey(customerId: string): RedisKey {
  return key(`wr:{${customerId}}:published`);
}

/** Which connectors of a customer pulled the config, and when. */
export function pullKeys(customerId: string) {
  const tag = `wr:{${customerId}}`;
  return { pullsKey: key(`${tag}:pulls`), pullTimesKey: key(`${tag}:pull-times`) } as const;
}

/** What connectors reported of an event: totals, and two halves of uses that take turns. */
export function reportKeys({ customerId, eventId }: EventRef) {
  const tag = `wr:{${customerId}:${eventId}}`;
  return {
    reportsKey: key(`${tag}:reports`),
    evenKey: key(`${tag}:used-even`),
    oddKey: key(`${tag}:used-odd`),
  } as const;
}
