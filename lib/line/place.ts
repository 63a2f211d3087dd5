import { timingSafeEqual } from "node:crypto";
import type { DrawnNumbers } from "@/lib/domain/draw/renumber";
import { createMac, type Mac } from "@/lib/secrets/mac";
import { deriveKey, type MasterKey } from "@/lib/secrets/seal";
import type { EventRef } from "./keys";
import { decodePlace, encodePlace } from "./place-bytes";

/** What a visitor carries. Times are line time in milliseconds. */
export type Place = {
  readonly runId: number;
  readonly lane: number;
  readonly number: number;
  readonly queueId: string;
  readonly joinedAtMs: number;
  /** The last personal check-in, where the event asks for them; else the join. */
  readonly seenAtMs: number;
  /** Random order: the interval in which this place won, or null. */
  readonly wonInterval: number | null;
  /** The number before the draw, once the draw has given this one; null until then and without one. */
  readonly drawIndex: number | null;
  readonly admission: Admission | null;
};

export type Admission = {
  readonly admittedAtMs: number;
  readonly firstAdmittedAtMs: number;
  readonly renewals: number;
  /** How often the visitor came back within the life of this token. */
  readonly returns: number;
  readonly redirectType: string;
  /** The network address that its token is bound to; null for a token that counts from everywhere. */
  readonly address: string | null;
};

export type OpenedPlace =
  | { readonly type: "place"; readonly place: Place }
  /** Not made by us, altered, or of another event: to be replaced. */
  | { readonly type: "forged" }
  /** Sealed with a key that this process does not have: to be kept. */
  | { readonly type: "unknown-key" };

const VERSION = 3;
const KEY_ID_AT = 1;
const HEADER_BYTES = 5;
/** Half of an HMAC-SHA-256, as RFC 2104 §5 allows: nobody guesses 128 bits. */
const TAG_BYTES = 16;
/** One for each event and master key whose places are seen: about 5 MB when full. */
const CACHED_KEYS = 16_384;
const NO_SALT = Buffer.alloc(16);
/** The tag that a place must have, while it is looked at. */
const expected = Buffer.alloc(TAG_BYTES);

/**
 * Seals and opens places: bytes behind a version and the id of a master key, and an HMAC-SHA-256 of all
 * of it. The key is derived for customer and event; another event's place does not open. Whoever
 * holds a place may read it, and nobody can make or change one.
 */
export function createPlaceSealer(masters: readonly [MasterKey, ...MasterKey[]]) {
  const keys = new Map<string, Mac>();
  const holders = new Map(masters.map((master) => [master.id.readUInt32BE(), master]));
  const master = masters[0];

  function macOf(holder: MasterKey, { customerId, eventId }: EventRef): Mac {
    const name = `${holder.id.readUInt32BE()}/${customerId}/${eventId}`;
    const known = keys.get(name);
    if (known !== undefined) return known;
    const purpose = `stanchion/place-mac/${customerId}/${eventId}`;
    const mac = createMac(deriveKey(holder, purpose, NO_SALT));
    const oldest = keys.keys().next().value;
    if (keys.size >= CACHED_KEYS && oldest !== undefined) keys.delete(oldest);
    keys.set(name, mac);
    return mac;
  }

  return {
    /** Seals a place as base64url text of about 130 characters. */
    seal(event: EventRef, place: Place): string {
      const body = encodePlace(place);
      const tagAt = HEADER_BYTES + body.length;
      // Each byte is written below.
      const bytes = Buffer.allocUnsafe(tagAt + TAG_BYTES);
      bytes[0] = VERSION;
      bytes.set(master.id, KEY_ID_AT);
      bytes.set(body, HEADER_BYTES);
      const mac = macOf(master, event)(bytes.subarray(0, tagAt), "binary");
      bytes.write(mac, tagAt, TAG_BYTES, "binary");
      return bytes.toString("base64url");
    },

    open(event: EventRef, text: string): OpenedPlace {
      const bytes = Buffer.from(text, "base64url");
      const tagAt = bytes.length - TAG_BYTES;
      if (tagAt <= HEADER_BYTES || bytes[0] !== VERSION) return { type: "forged" };
      const holder = holders.get(bytes.readUInt32BE(KEY_ID_AT));
      if (holder === undefined) return { type: "unknown-key" };
      const mac = macOf(holder, event)(bytes.subarray(0, tagAt), "binary");
      expected.write(mac, 0, TAG_BYTES, "binary");
      if (!timingSafeEqual(expected, bytes.subarray(tagAt))) return { type: "forged" };
      return { type: "place", place: decodePlace(bytes.subarray(HEADER_BYTES, tagAt)) };
    },
  };
}

export type PlaceSealer = ReturnType<typeof createPlaceSealer>;

/**
 * The place after the draw: visitors of the pre-queue get their new number, once. Everybody else's
 * place is returned as it is.
 */
export function placeAfterDraw(place: Place, drawn: DrawnNumbers | null): Place {
  const isDrawn = drawn === null || place.drawIndex !== null || place.admission !== null;
  if (isDrawn || place.lane !== 0 || place.number < 1) return place;
  if (place.number > drawn.lastIndex) return place;
  return { ...place, number: drawn.numberOf(place.number), drawIndex: place.number };
}
