import { type EventRef, publishedKey } from "../keys";
import type { Redis } from "../redis-client";
import { type RedisCommand, sendTogether } from "../send-together";

/** Events in one command: more would hold up others who ask the same Redis. */
const AT_ONCE = 25;

type Asked = { readonly at: number; readonly fields: readonly string[] };
type Share = { readonly key: string; readonly asked: Asked[] };

/**
 * Reads what is published of events among the fields of their customers, one command for many events of a customer. In the
 * order of the events: the values of `fieldsOf` an event, or why they cannot be read. Throws where none can be read.
 */
export async function readCustomerFields<Event extends EventRef>(
  redis: Redis,
  events: readonly Event[],
  fieldsOf: (event: Event) => readonly string[],
): Promise<readonly (readonly unknown[] | Error)[]> {
  const shares = sharesOf(events, fieldsOf);
  const commands = shares.map(
    ({ key, asked }): RedisCommand => ["hmget", key, ...asked.flatMap(({ fields }) => fields)],
  );
  const replies = await sendTogether(redis, commands);
  const read: (readonly unknown[] | Error)[] = [];
  for (const [index, { asked }] of shares.entries()) {
    const reply = replies[index];
    let from = 0;
    for (const { at, fields } of asked) {
      read[at] = Array.isArray(reply) ? reply.slice(from, from + fields.length) : asError(reply);
      from += fields.length;
    }
  }
  return read;
}

function sharesOf<Event extends EventRef>(
  events: readonly Event[],
  fieldsOf: (event: Event) => readonly string[],
): Share[] {
  const shares: Share[] = [];
  const open = new Map<string, Share>();
  for (const [at, event] of events.entries()) {
    const key = publishedKey(event.customerId);
    let share = open.get(key);
    if (share === undefined || share.asked.length === AT_ONCE) {
      share = { key, asked: [] };
      open.set(key, share);
      shares.push(share);
    }
    share.asked.push({ at, fields: fieldsOf(event) });
  }
  return shares;
}

function asError(reply: unknown): Error {
  return reply instanceof Error ? reply : new Error(`HMGET answered ${String(reply)}.`);
}
