import type { Redis } from "ioredis";
import { type EventRef, eventKeys } from "../keys";

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
  const parts = new Map<number, Buffer>();
  for (const { firstIndex, count } of ranges) {
    const last = partOf(firstIndex + count - 1);
    for (let part = partOf(firstIndex); part <= last; part += 1) {
      if (parts.has(part)) continue;
      const start = part * AT_ONCE;
      parts.set(part, await redis.getrangeBuffer(marks, start, start + AT_ONCE - 1));
    }
  }
  return (number) => parts.get(partOf(number))?.[number % AT_ONCE] ?? 0;
}

function partOf(number: number): number {
  return Math.floor(number / AT_ONCE);
}
