import { type EventRef, eventKeys } from "../keys";
import type { Redis } from "../redis-client";
import { readPlaceOfNumber } from "./positions";

/** Bytes in one read. */
const AT_ONCE = 1 << 20;

type Range = { readonly firstIndex: number; readonly count: number };

/**
 * What was noticed about the places with these numbers, in the line of an event with one lane: the byte of each; 0
 * where nothing was, and where a loss took it.
 */
export async function readMarks(
  redis: Redis,
  event: EventRef,
  ranges: readonly Range[],
): Promise<(number: number) => number> {
  const { marks } = eventKeys(event);
  const placeOf = await readPlaceOfNumber(redis, event);
  const parts = new Map<number, Buffer>();
  for (const { firstIndex, count } of ranges) {
    for (let index = firstIndex; index < firstIndex + count; index += 1) {
      const place = placeOf(0, index);
      const part = place === null ? null : partOf(place);
      if (part === null || parts.has(part)) continue;
      const start = part * AT_ONCE;
      parts.set(part, await redis.getrangeBuffer(marks, start, start + AT_ONCE - 1));
    }
  }
  return (number) => {
    const place = placeOf(0, number);
    return place === null ? 0 : (parts.get(partOf(place))?.[place % AT_ONCE] ?? 0);
  };
}

function partOf(place: number): number {
  return Math.floor(place / AT_ONCE);
}
