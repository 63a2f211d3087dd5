import { createMac, type Mac, prefixesOf } from "@/connectors/src/adapters/node/mac";
import type { DrawnNumbers } from "@/lib/domain/draw/renumber";
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
/** One for each event whose places are seen, of each master key: about 5 MB when full. */
const CACHED_KEYS = 16_384;
const NO_SALT = Buffer.alloc(16);
/** More than the longest place and its tag: a queue id and an address of 255 bytes each. */
const LONGEST_BYTES = 1_024;
const LONGEST_TEXT = Math.ceil((LONGEST_BYTES * 4) / 3);
/** The place that is written or looked at; neither waits. */
const bytes = Buffer.alloc(LONGEST_BYTES);
const bytesUpTo = prefixesOf(bytes);

/**
 * Seals and opens places: bytes behind a version and the id of a master key, and an HMAC-SHA-256 of all
 * of it. The key is derived for customer and event; another event's place does not open. Whoever
 * holds a place may read it, and nobody can make or change one.
 */
export function createPlaceSealer(masters: readonly [MasterKey, ...MasterKey[]]) {
  const [master, ...previous] = masters;
  const macOfMaster = createMacs(master);
  const holders = new Map([[master.id.readUInt32BE(), macOfMaster]]);
  for (const one of previous) holders.set(one.id.readUInt32BE(), createMacs(one));

  return {
    /** Seals a place as base64url text of about 130 characters. */
    seal(event: EventRef, place: Place): string {
      bytes[0] = VERSION;
      bytes.set(master.id, KEY_ID_AT);
      const tagAt = encodePlace(place, bytes, HEADER_BYTES);
      const mac = macOfMaster(event)(bytesUpTo(tagAt), "binary");
      bytes.write(mac, tagAt, TAG_BYTES, "binary");
      return bytes.toString("base64url", 0, tagAt + TAG_BYTES);
    },

    open(event: EventRef, text: string): OpenedPlace {
      const length = text.length > LONGEST_TEXT ? 0 : bytes.write(text, "base64url");
      const tagAt = length - TAG_BYTES;
      if (tagAt <= HEADER_BYTES || bytes[0] !== VERSION) return { type: "forged" };
      const macOf = holders.get(bytes.readUInt32BE(KEY_ID_AT));
      if (macOf === undefined) return { type: "unknown-key" };
      if (!hasTag(tagAt, macOf(event)(bytesUpTo(tagAt), "binary"))) return { type: "forged" };
      return { type: "place", place: decodePlace(bytes, HEADER_BYTES, tagAt) };
    },
  };
}

/** The MACs of events under one master key, each made once. */
function createMacs(master: MasterKey): (event: EventRef) => Mac {
  const macs = new Map<string, Map<string, Mac>>();
  let kept = 0;
  return ({ customerId, eventId }) => {
    const known = macs.get(customerId)?.get(eventId);
    if (known !== undefined) return known;
    if (kept === CACHED_KEYS) macs.clear();
    kept = kept === CACHED_KEYS ? 1 : kept + 1;
    const purpose = `stanchion/place-mac/${customerId}/${eventId}`;
    const mac = createMac(deriveKey(master, purpose, NO_SALT));
    const ofCustomer = macs.get(customerId) ?? new Map<string, Mac>();
    macs.set(customerId, ofCustomer.set(eventId, mac));
    return mac;
  };
}

/** Takes the same time wherever the first difference is. */
function hasTag(tagAt: number, mac: string): boolean {
  let difference = 0;
  for (let index = 0; index < TAG_BYTES; index += 1) {
    difference |= mac.charCodeAt(index) ^ (bytes[tagAt + index] ?? 0);
  }
  return difference === 0;
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
