import { randomUUID } from "node:crypto";
import { type EventRef, eventKeys, type RedisKey } from "../keys";
import type { Redis } from "../redis-client";

const FIELDS_AT_ONCE = 1_000;

/**
 * Removes or makes anonymous all that the line of an event holds about one visitor, and answers how many
 * entries that were. A seat and reserved units stay counted under a made-up id until they end, so that
 * neither the cap nor the stock is wrong. Admissions that wait in the stream have to be moved first.
 */
export async function forgetVisitor(
  redis: Redis,
  event: EventRef,
  queueId: string,
): Promise<number> {
  const keys = eventKeys(event);
  let forgotten = await redis.zrem(keys.over, queueId);
  forgotten += await renameMember(redis, keys.seats, queueId);
  forgotten += await renameBuyer(redis, keys, queueId);
  forgotten += await redis.hdel(keys.moves, queueId);
  const code = (await redis.hget(keys.moveCodes, `of:${queueId}`))?.split(" ")[1];
  if (code !== undefined)
    forgotten += await redis.hdel(keys.moveCodes, `of:${queueId}`, `code:${code}`);
  const isOfVisitor = (_field: string, value: string) => value.endsWith(`:${queueId}`);
  const places = new Set<number>();
  const isPlaceOfVisitor = (field: string, value: string) => {
    if (!isOfVisitor(field, value)) return false;
    places.add(Number(field));
    return true;
  };
  for (const key of [keys.recentEven, keys.recentOdd])
    forgotten += await dropFields(redis, key, isPlaceOfVisitor);
  for (const key of [keys.rights, keys.endedRights])
    forgotten += await dropFields(redis, key, isOfVisitor);
  for (const place of places) forgotten += await clearMarks(redis, keys.marks, place);
  return forgotten;
}

/** Takes away what was noticed about a place. Answers 1 if there was something. */
async function clearMarks(redis: Redis, marks: RedisKey, place: number): Promise<number> {
  const [held = 0] = await redis.getrangeBuffer(marks, place, place);
  if (held === 0) return 0;
  await redis.setrange(marks, place, "\0");
  return 1;
}

/** The queue id of the place to which an enqueue token with this key of the customer's own led; null for none. */
export async function findByTokenKey(
  redis: Redis,
  event: EventRef,
  tokenKey: string,
): Promise<string | null> {
  const { rights, endedRights } = eventKeys(event);
  const field = `k:${tokenKey}`;
  const place = (await redis.hget(rights, field)) ?? (await redis.hget(endedRights, field));
  return place?.split(":").at(-1) ?? null;
}

/** Removes the fields of a hash that a test picks, some at a time, however large it is. Answers how many. */
export async function dropFields(
  redis: Redis,
  key: RedisKey,
  picks: (field: string, value: string) => boolean,
): Promise<number> {
  let cursor = "0";
  let dropped = 0;
  do {
    // Names may be bytes that are no text: read as such, they would not be found again.
    const [next, entries] = await redis.hscanBuffer(key, cursor, "COUNT", FIELDS_AT_ONCE);
    const picked = entries.filter(
      (field, index) => index % 2 === 0 && picks(String(field), String(entries[index + 1] ?? "")),
    );
    if (picked.length > 0) dropped += await redis.hdel(key, ...picked);
    cursor = String(next);
  } while (cursor !== "0");
  return dropped;
}

/** Gives a member of a sorted set a made-up name. Answers 1 if there was one. */
async function renameMember(redis: Redis, key: RedisKey, member: string): Promise<number> {
  const score = await redis.zscore(key, member);
  if (score === null) return 0;
  await redis.multi().zrem(key, member).zadd(key, score, randomUUID()).exec();
  return 1;
}

type BuyerKeys = Pick<ReturnType<typeof eventKeys>, "buyers" | "buyerUnits">;

/** Gives a buyer a made-up name; what is reserved and sold stays as it is. Answers 1 if there was one. */
export async function renameBuyer(
  redis: Redis,
  { buyers, buyerUnits }: BuyerKeys,
  queueId: string,
): Promise<number> {
  const [until, units] = await Promise.all([
    redis.zscore(buyers, queueId),
    redis.hget(buyerUnits, queueId),
  ]);
  if (until === null && units === null) return 0;
  const nobody = randomUUID();
  const change = redis.multi().zrem(buyers, queueId).hdel(buyerUnits, queueId);
  if (until !== null) change.zadd(buyers, until, nobody);
  if (units !== null) change.hset(buyerUnits, nobody, units);
  await change.exec();
  return 1;
}
