import { createHmac } from "node:crypto";
import {
  drawMessage,
  drawOfHash,
  intervalIndex,
  winsInterval,
} from "@/lib/domain/line/random-order";
import type { EventKey } from "@/lib/secrets/event-key";
import { deriveKey } from "@/lib/secrets/seal";
import type { EventLine } from "@/waiting-room/line/event-line";
import type { Place } from "@/waiting-room/place/place";
import type { EventKeys } from "@/waiting-room/visit/memory/event-keys";

/** Bits of the filter that tells whether a check-in was counted already. */
const FILTER_BITS = 2 ** 20;

type Seen = { interval: number; readonly bits: Uint8Array };

/**
 * Draws for visitors in random order. A keyed hash of queue id and interval decides whether a check-in wins:
 * checking in early, late or a thousand times in one interval gives the same result, and only the first is
 * counted. Each event takes a fixed amount of memory.
 */
export function createRandomDraw(eventKeys: EventKeys) {
  const keys = new Map<string, { readonly eventKey: EventKey; readonly key: Buffer }>();
  const seen = new WeakMap<EventLine, Seen>();

  /** The same in every process, whichever master keys it has: else a visitor could draw in each. */
  function keyOf({ settings }: EventLine): Buffer {
    const eventKey = eventKeys.of(settings);
    const purpose = `stanchion/random/${settings.customerId}/${settings.eventId}/${settings.runId}`;
    const known = keys.get(purpose);
    if (known?.eventKey === eventKey) return known.key;
    const key = deriveKey(eventKey, purpose, Buffer.alloc(16));
    keys.set(purpose, { eventKey, key });
    return key;
  }

  function isFirst(line: EventLine, interval: number, hash: Uint8Array): boolean {
    const held = seen.get(line);
    const filter =
      held?.interval === interval ? held : { interval, bits: new Uint8Array(FILTER_BITS / 8) };
    seen.set(line, filter);
    const bit = (((hash[8] ?? 0) << 16) | ((hash[9] ?? 0) << 8) | (hash[10] ?? 0)) % FILTER_BITS;
    const byte = bit >> 3;
    const mask = 1 << (bit & 7);
    const wasSet = ((filter.bits[byte] ?? 0) & mask) !== 0;
    filter.bits[byte] = (filter.bits[byte] ?? 0) | mask;
    return !wasSet;
  }

  return {
    /** The place after a check-in; unchanged when none is due or the chance is not known yet. */
    checkIn(line: EventLine, place: Place): Place {
      const nowMs = line.lineNow();
      const interval = intervalIndex(nowMs);
      const hasDrawn = place.wonInterval !== null || intervalIndex(place.seenAtMs) >= interval;
      const draw = line.lane(place.lane)?.draw;
      if (hasDrawn || draw?.interval !== interval) return place;
      // Nobody of the false queue wins; their place changes as often as others do.
      if (place.falseCode !== undefined) return { ...place, seenAtMs: nowMs, wonInterval: null };
      const message = drawMessage(place.queueId, interval);
      const hash = createHmac("sha256", keyOf(line)).update(message).digest();
      const hasWon = winsInterval({ draw: drawOfHash(hash), chance: draw.chance });
      if (isFirst(line, interval, hash)) line.checkIns.noteDraw(place.lane, hasWon);
      return { ...place, seenAtMs: nowMs, wonInterval: hasWon ? interval : null };
    },
  };
}

export type RandomDraw = ReturnType<typeof createRandomDraw>;
