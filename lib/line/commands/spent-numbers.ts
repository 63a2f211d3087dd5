import type { EventSettings } from "@/lib/domain/event/settings";
import { eventKeys } from "../keys";
import type { Redis } from "../redis-client";
import { runRestoreSpent } from "../scripts/restore-spent";
import { type PlaceOfNumber, readPlaceOfNumber } from "./positions";

/** Bytes of the bitmap in one call. */
const PART = 8_192;
/** Numbers without a position in one call. */
const MEMBERS = 1_000;
const NO_BITS = Buffer.alloc(0);

/** Numbers of a lane that were admitted: `first` plus each of the offsets, which are two bytes long, rising. */
export type SpentNumbers = {
  readonly lane: number;
  readonly first: number;
  readonly offsets: Uint8Array;
};

type Target = Pick<EventSettings, "customerId" | "eventId" | "runId" | "incarnation">;

/**
 * Writes to a line which numbers were admitted, eight of them in a byte, without their visits: those are over. Nobody may
 * join meanwhile.
 */
export async function restoreSpentNumbers(
  redis: Redis,
  settings: Target,
  spent: readonly SpentNumbers[],
): Promise<void> {
  const keys = eventKeys(settings);
  const { parts, strays } = packed(await readPlaceOfNumber(redis, settings), spent);
  const { runId } = settings;
  for (const [part, bits] of parts)
    await runRestoreSpent(redis, keys, { runId, at: part * PART, bits });
  for (let from = 0; from < strays.length; from += MEMBERS) {
    const some = strays.slice(from, from + MEMBERS);
    await runRestoreSpent(redis, keys, { runId, at: 0, bits: NO_BITS }, some);
  }
}

/** The bits by part of the bitmap, and the numbers that have no place in it yet. */
function packed(placeOf: PlaceOfNumber, spent: readonly SpentNumbers[]) {
  const parts = new Map<number, Buffer>();
  const strays: { readonly lane: number; readonly number: number }[] = [];
  const set = (place: number) => {
    const byte = Math.floor(place / 8);
    const part = Math.floor(byte / PART);
    const bits = parts.get(part) ?? Buffer.alloc(PART);
    bits[byte % PART] = (bits[byte % PART] ?? 0) | (0x80 >> (place % 8));
    parts.set(part, bits);
  };
  for (const { lane, first, offsets } of spent) {
    const read = new DataView(offsets.buffer, offsets.byteOffset, offsets.byteLength);
    const place = linear(placeOf, lane, first, read);
    for (let at = 0; at < read.byteLength; at += 2) {
      const number = first + read.getUint16(at);
      const found = place === null ? placeOf(lane, number) : place(number);
      if (found === null) strays.push({ lane, number });
      else set(found);
    }
  }
  return { parts, strays };
}

/** Where all of a group of numbers stand, if they stand at equal distances; null where each has to be looked up. */
function linear(placeOf: PlaceOfNumber, lane: number, first: number, read: DataView) {
  const low = first + read.getUint16(0);
  const high = first + read.getUint16(read.byteLength - 2);
  const [from, next, to] = [placeOf(lane, low), placeOf(lane, low + 1), placeOf(lane, high)];
  if (from === null || next === null || to === null) return null;
  const step = next - from;
  if (to - from !== step * (high - low)) return null;
  return (number: number): number => from + (number - low) * step;
}
