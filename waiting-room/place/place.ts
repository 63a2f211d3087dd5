import { createMac, type Mac, prefixesOf } from "@/connectors/src/adapters/node/mac";
import type { DrawnNumbers } from "@/lib/domain/draw/renumber";
import type { EventRef } from "@/lib/line/keys";
import { deriveKey, type MasterKey } from "@/lib/secrets/seal";
import { decodePlace, encodePlace, LEAST_PLACE_BYTES } from "./place-bytes";

/** What a visitor carries in the sealed cookie. Times are line time in milliseconds. */
export type Place = {
  readonly runId: number;
  readonly lane: number;
  readonly number: number;
  readonly queueId: string;
  readonly joinedAtMs: number;
  /** The last personal check-in where they decide something; else the join. */
  readonly seenAtMs: number;
  /** Random order: the interval in which this place won, or null. */
  readonly wonInterval: number | null;
  /** The number before the draw, for a place that has got its number in the draw; else null. */
  readonly drawIndex: number | null;
  /** How often it was moved to another device. */
  readonly moves: number;
  /** A code was made with which another device may take it. */
  readonly hasMoveCode: boolean;
  /** Names the key that the browser which joined holds: 16 bytes in base64url; null where it holds none. */
  readonly keyPrint: string | null;
  readonly admission: Admission | null;
  /**
   * Of the false queue: it looks like any other and is never called. What its support code names instead of its
   * number, which is somebody else's. Absent for a place of the line.
   */
  readonly falseCode?: number;
};

/** So often a place may move; what a place has for the count ends there. */
export const MOVES_MAX = 7;

export type Admission = {
  readonly admittedAtMs: number;
  readonly firstAdmittedAtMs: number;
  readonly renewals: number;
  /** How often the visitor came back while this token was valid. */
  readonly returns: number;
  /** Until when the seat lasts; `admittedAtMs` for an admission that takes none. */
  readonly seatEndsAtMs: number;
  readonly redirectType: string;
  /** The network address that its token is bound to; null for a token that is valid from everywhere. */
  readonly address: string | null;
};

/** The place of a visitor who has just joined. */
export function newPlace(
  joined: Pick<Place, "runId" | "lane" | "number" | "queueId" | "joinedAtMs"> &
    Partial<Pick<Place, "keyPrint">>,
): Place {
  const { runId, lane, number, queueId, joinedAtMs, keyPrint = null } = joined;
  return {
    runId,
    lane,
    number,
    queueId,
    joinedAtMs,
    seenAtMs: joinedAtMs,
    wonInterval: null,
    drawIndex: null,
    moves: 0,
    hasMoveCode: false,
    keyPrint,
    admission: null,
  };
}

export type OpenedPlace =
  /** `isFormer`: sealed with a key that does not seal any more, and will be taken away one day. */
  | { readonly type: "place"; readonly place: Place; readonly isFormer: boolean }
  /** Of the false queue: worth nothing in the line. */
  | { readonly type: "false-place"; readonly place: Place; readonly isFormer: boolean }
  /** Not sealed by us, altered, or of another event: may be replaced. */
  | { readonly type: "forged" }
  /** Sealed with a key, or in a later format, that this process does not know: must be kept. */
  | { readonly type: "unknown-key" };

/** Places of a later version come from processes that were updated first; those of an earlier one are void. */
const VERSION = 4;
/** The same with the print of a key before it: a version of its own, so that no process of before drops the print. */
const KEYED_VERSION = 5;
const PRINT_BYTES = 16;
/** No version is higher than this, so that made-up text hardly ever looks like a later one. */
const LAST_VERSION = 31;
const KEY_ID_AT = 1;
const HEADER_BYTES = 5;
/** Half of an HMAC-SHA-256, as RFC 2104 §5 allows: nobody guesses 128 bits. */
const TAG_BYTES = 16;
const NO_SALT = Buffer.alloc(16);
/** More than two wire ids and an incarnation, and a slash after each. */
const LONGEST_NAME = 64;
/** More than the longest place and its tag: a queue id and an address of 255 bytes each. */
const LONGEST_BYTES = 1_024;
const LONGEST_TEXT = Math.ceil((LONGEST_BYTES * 4) / 3);
/** Scratch space for an event's name and the place after it: `seal` and `open` never overlap. */
const bytes = Buffer.alloc(LONGEST_NAME + LONGEST_BYTES);
const bytesUpTo = prefixesOf(bytes);

/**
 * Seals and opens places. A sealed place is a version, the id of a master key, the bytes of the place, and
 * half of an HMAC-SHA-256 over the event's name and all of these. Whoever holds it can read it; nobody can
 * make or change one, or use it at another event, not even at one that got the same id later. Event and customer ids
 * must be wire ids.
 */
export function createPlaceSealer(masters: readonly [MasterKey, ...MasterKey[]]) {
  const [master, ...previous] = masters;
  const currentId = master.id.readUInt32BE();
  const macs = createPlaceMacs(master);
  const holders = new Map([[currentId, macs]]);
  for (const one of previous) holders.set(one.id.readUInt32BE(), createPlaceMacs(one));

  return {
    /** Seals a place as base64url text of about 130 characters. */
    seal(event: EventRef, place: Place): string {
      const start = writeName(event);
      const { keyPrint } = place;
      bytes[start] = keyPrint === null ? VERSION : KEYED_VERSION;
      bytes.set(master.id, start + KEY_ID_AT);
      const printAt = start + HEADER_BYTES;
      const printBytes = bytes.write(keyPrint ?? "", printAt, PRINT_BYTES, "base64url");
      const tagAt = encodePlace(place, bytes, printAt + printBytes);
      const own = place.falseCode === undefined ? macs.true : macs.false;
      const mac = own(bytesUpTo(tagAt), "binary");
      bytes.write(mac, tagAt, TAG_BYTES, "binary");
      return bytes.toString("base64url", start, tagAt + TAG_BYTES);
    },

    open(event: EventRef, text: string): OpenedPlace {
      const start = writeName(event);
      const length = text.length > LONGEST_TEXT ? 0 : bytes.write(text, start, "base64url");
      const tagAt = start + length - TAG_BYTES;
      if (tagAt <= start + HEADER_BYTES) return { type: "forged" };
      const version = bytes[start] ?? 0;
      const printBytes = printBytesOf(version);
      if (printBytes === null)
        return { type: isLater(version) && isWhole(length) ? "unknown-key" : "forged" };
      const keyId = bytes.readUInt32BE(start + KEY_ID_AT);
      const held = holders.get(keyId);
      if (held === undefined) return { type: "unknown-key" };
      const type = typeOf(text, { start, tagAt }, held);
      if (type === null) return { type: "forged" };
      const place = readPlace(start + HEADER_BYTES, printBytes, tagAt);
      return { type, place, isFormer: keyId !== currentId };
    },
  };
}

/**
 * One key for all events: with a key for each event, every check-in would wait for it to come from main
 * memory where many events are in use.
 */
function createPlaceMacs(master: MasterKey): Readonly<Record<"true" | "false", Mac>> {
  const macFor = (purpose: string) => createMac(deriveKey(master, purpose, NO_SALT));
  // A key of their own: nobody who reads a false place sees that it is one, and it never opens as a true one.
  return { true: macFor("stanchion/place-mac"), false: macFor("stanchion/false-place-mac") };
}

type PlaceMacs = ReturnType<typeof createPlaceMacs>;

/**
 * What was sealed before the tag at `tagAt`; null for what nobody here has sealed, and for another text that the decoder
 * has read as the same bytes.
 */
function typeOf(
  text: string,
  { start, tagAt }: { readonly start: number; readonly tagAt: number },
  macs: PlaceMacs,
): "place" | "false-place" | null {
  if (bytes.toString("base64url", start, tagAt + TAG_BYTES) !== text) return null;
  const sealed = bytesUpTo(tagAt);
  if (hasTag(tagAt, macs.true(sealed, "binary"))) return "place";
  return hasTag(tagAt, macs.false(sealed, "binary")) ? "false-place" : null;
}

/**
 * Writes the event's name and answers where it ends. Unique, because neither ids nor incarnations contain a slash, and no
 * version, which follows, reads like the beginning of an incarnation.
 */
function writeName({ customerId, eventId, incarnation }: EventRef): number {
  const name =
    incarnation === null ? `${customerId}/${eventId}/` : `${customerId}/${eventId}/${incarnation}/`;
  return bytes.write(name, 0, LONGEST_NAME, "latin1");
}

/** The place between its header and its tag, after the print of its key. */
function readPlace(printAt: number, printBytes: number, tagAt: number): Place {
  const placeAt = printAt + printBytes;
  const keyPrint = printBytes === 0 ? null : bytes.toString("base64url", printAt, placeAt);
  return decodePlace(bytes, placeAt, tagAt, keyPrint);
}

/** How long the print is in a place of a version; null for versions that are not opened here. */
function printBytesOf(version: number): number | null {
  if (version === VERSION) return 0;
  return version === KEYED_VERSION ? PRINT_BYTES : null;
}

function isLater(version: number): boolean {
  return version > KEYED_VERSION && version <= LAST_VERSION;
}

/** True for as many bytes as a place has in any format; what is shorter was never one. */
function isWhole(length: number): boolean {
  return length >= HEADER_BYTES + LEAST_PLACE_BYTES + TAG_BYTES;
}

/** Compares in constant time. */
function hasTag(tagAt: number, mac: string): boolean {
  let difference = 0;
  for (let index = 0; index < TAG_BYTES; index += 1) {
    difference |= mac.charCodeAt(index) ^ (bytes[tagAt + index] ?? 0);
  }
  return difference === 0;
}

export type PlaceSealer = ReturnType<typeof createPlaceSealer>;

/**
 * The place with its number of the draw, for a visitor of the pre-queue; any other place as it is. Null for one that
 * the draw has dropped.
 */
export function placeAfterDraw(place: Place, drawn: DrawnNumbers | null): Place | null {
  const isDrawn = drawn === null || place.drawIndex !== null || place.admission !== null;
  if (isDrawn || place.falseCode !== undefined || place.lane !== 0 || place.number < 1)
    return place;
  if (place.number > drawn.lastIndex) return place;
  const number = drawn.numberOf(place.number);
  return number === null ? null : { ...place, number, drawIndex: place.number };
}
