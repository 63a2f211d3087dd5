import { type EventRef, eventKey, eventKeys, noticeKeys } from "../keys";
import type { Redis } from "../redis-client";
import { runTakeGuess } from "../scripts/take-guess";
import { readPlaceOfNumber } from "./positions";

/** More are not on their way at once; a worker takes them every two seconds. */
const ON_THEIR_WAY_MAX = 20_000;
/** For so long links count that a stop makes void. */
export const STOPS_REMEMBERED_SECONDS = 3_600;
/** How often one thing may ask in each window, and of how many things that is counted. */
const WINDOW_SECONDS = 600;
const COUNTED_MAX = 100_000;

/** What a visitor wants: to be told, to confirm an address, or to hear nothing any more. */
export type NoticeWish = "ask" | "confirm" | "stop";

export type NoticeEntry = {
  readonly streamId: string;
  readonly wish: NoticeWish;
  readonly noticeId: string;
  /** What was asked, sealed; empty for other wishes. */
  readonly sealed: string;
};

/** Passes a wish on to the worker; false, and nothing is done, while too many are on their way. */
export async function addNoticeWish(
  redis: Redis,
  event: EventRef,
  { wish, noticeId, sealed }: Omit<NoticeEntry, "streamId">,
): Promise<boolean> {
  const { notices } = noticeKeys(event);
  if ((await redis.xlen(notices)) >= ON_THEIR_WAY_MAX) return false;
  await redis.xadd(notices, "*", "w", wish, "i", noticeId, "s", sealed);
  return true;
}

/** The oldest wishes that are on their way. */
export async function readNoticeWishes(
  redis: Redis,
  event: EventRef,
  count: number,
): Promise<readonly NoticeEntry[]> {
  const entries = await redis.xrange(noticeKeys(event).notices, "-", "+", "COUNT", count);
  return entries.map(([streamId, fields]) => {
    const [, wish = "", , noticeId = "", , sealed = ""] = fields;
    // Written by addNoticeWish only.
    return { streamId, wish: wish as NoticeWish, noticeId, sealed };
  });
}

/** Forgets wishes that were stored elsewhere. */
export async function dropNoticeWishes(
  redis: Redis,
  event: EventRef,
  entries: readonly NoticeEntry[],
): Promise<void> {
  const ids = entries.map(({ streamId }) => streamId);
  if (ids.length > 0) await redis.xdel(noticeKeys(event).notices, ...ids);
}

/**
 * Counts that somebody asks, who is known by a hash; false when they have asked `limit` times in the last minutes. All
 * processes share the counts.
 */
export async function mayAskForNotice(
  redis: Redis,
  event: EventRef,
  { who, limit }: { readonly who: string; readonly limit: number },
): Promise<boolean> {
  const { limits } = noticeKeys(event);
  const { waitSeconds } = await runTakeGuess(
    redis,
    { guesses: limits },
    { windowSeconds: WINDOW_SECONDS, most: COUNTED_MAX },
    [{ guesser: who, limit }],
  );
  await redis.expire(limits, WINDOW_SECONDS);
  return waitSeconds === 0;
}

/** Makes the links of a notice void. */
export async function noteNoticeStop(
  redis: Redis,
  event: EventRef,
  noticeId: string,
): Promise<void> {
  const { stops } = noticeKeys(event);
  const nowSeconds = Math.floor(Date.now() / 1_000);
  await redis
    .multi()
    .zremrangebyscore(stops, "-inf", nowSeconds - STOPS_REMEMBERED_SECONDS)
    .zadd(stops, nowSeconds, noticeId)
    .expire(stops, STOPS_REMEMBERED_SECONDS)
    .exec();
}

export async function isNoticeStopped(
  redis: Redis,
  event: EventRef,
  noticeId: string,
): Promise<boolean> {
  return (await redis.zscore(noticeKeys(event).stops, noticeId)) !== null;
}

/** A number of a lane of a run. */
export type HeldNumber = { readonly lane: number; readonly number: number };

/** Which of these numbers were let in or given back. */
export async function readSpent(
  redis: Redis,
  event: EventRef,
  held: readonly HeldNumber[],
): Promise<readonly boolean[]> {
  if (held.length === 0) return [];
  const { spent } = eventKeys(event);
  const placeOf = await readPlaceOfNumber(redis, event);
  // Bit 0 is nobody's.
  const places = held.map(({ lane, number }) => placeOf(lane, number));
  const asked = places.flatMap((place) => ["GET", "u1", String(place ?? 0)]);
  const bits = await redis.call("BITFIELD_RO", spent, ...asked);
  return places.map((place, index) => place !== null && Array.isArray(bits) && bits[index] === 1);
}

/** Where the serving number of each lane stood, by line time, oldest first: for a minute back or longer. */
export async function readStood(redis: Redis, event: EventRef, lanes: number) {
  const fields = Array.from({ length: lanes }, (_, lane) => nameOfLane("history", lane));
  const texts = await redis.hmget(eventKey(event, "line"), ...fields);
  return texts.map((text) =>
    [...(text ?? "").matchAll(/(\d+):(\d+):\d+:\d+;/g)].map(([, atMs, serving]) => ({
      atMs: Number(atMs),
      serving: Number(serving),
    })),
  );
}

function nameOfLane(field: string, lane: number): string {
  return lane === 0 ? field : `${field}.${lane}`;
}
