import { type EventRef, eventKeys } from "../keys";
import type { Redis } from "../redis-client";
import type { AskedNumber } from "./numbers-issued";
import { readPlaceOfNumber } from "./positions";

/** Whether the holder of a number has come near the front and said so; null where the line has another run. */
export async function readPresence(
  redis: Redis,
  event: EventRef,
  { runId, lane, number }: AskedNumber,
): Promise<boolean | null> {
  const { line, confirmed } = eventKeys(event);
  const [run, placeOf] = await Promise.all([
    redis.hget(line, "run"),
    readPlaceOfNumber(redis, event),
  ]);
  const place = placeOf(lane, number);
  if (Number(run) !== runId || place === null) return null;
  return (await redis.getbit(confirmed, place)) === 1;
}
