import { type EventRef, eventKeys, eventTag, publishedKey } from "../keys";
import { mastersOf, type Redis } from "../redis-client";
import { governorField } from "./governor-state";
import { publishedFields } from "./published";

const KEYS_AT_ONCE = 500;

/** What is published of an event besides its settings. */
type Published = { readonly logo: string | null };

/** Removes every key of an event, whatever it is called, and what is published of it. Answers how many keys there were. */
export async function removeEventKeys(
  redis: Redis,
  event: EventRef,
  { logo }: Published,
): Promise<number> {
  const logos = logo === null ? [] : [`logo:${logo}`];
  const fields = [...publishedFields(event), governorField(event), ...logos];
  const key = publishedKey(event.customerId);
  await redis
    .multi()
    .hdel(key, ...fields)
    .hincrby(key, "version", 1)
    .exec();
  // Workers of the version before may have made a line for it that has no incarnation in its keys.
  const tags = new Set([eventTag(event), eventTag({ ...event, incarnation: null })]);
  let removed = 0;
  for (const tag of tags) removed += await removeKeys(redis, `${tag}:*`);
  return removed;
}

/**
 * Removes the line that a worker of the version before has made for an event with an incarnation, by its id alone. Rooms
 * that have found it look again, and find the one of the incarnation.
 */
export async function removeFormerLine(redis: Redis, event: EventRef): Promise<void> {
  if (event.incarnation === null) return;
  const keys = eventKeys({ ...event, incarnation: null });
  if ((await redis.exists(keys.line)) === 0) return;
  // One by one, for a cluster in which they lie apart.
  for (const key of Object.values(keys)) await redis.unlink(key);
}

/** Removes every key of a pattern, and answers how many there were. */
export async function removeKeys(redis: Redis, pattern: string): Promise<number> {
  let removed = 0;
  for (const master of mastersOf(redis)) {
    let cursor = "0";
    do {
      const [next, keys] = await master.scan(cursor, "MATCH", pattern, "COUNT", KEYS_AT_ONCE);
      // One by one, for a cluster in which they lie apart.
      for (const key of keys) removed += await redis.unlink(key);
      cursor = next;
    } while (cursor !== "0");
  }
  return removed;
}
