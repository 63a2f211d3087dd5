import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
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

const VERSION = 2;
const KEY_ID_BYTES = 4;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES + SALT_BYTES;
/** The header takes 28 characters of base64url and shares none with what follows. */
const HEADER_CHARACTERS = (HEADER_BYTES / 3) * 4;
/** One for each event and process start whose places are seen: about 5 MB when full. */
const CACHED_KEYS = 16_384;

/**
 * Seals and opens places with AES-256-GCM. The key is derived per run and process start (the salt in
 * the place), so that a counter can be the nonce and no key seals more than 2^32 places. The place is
 * bound to customer and event; another event's place does not open.
 */
export function createPlaceSealer(masters: readonly [MasterKey, ...MasterKey[]]) {
  const salt = randomBytes(SALT_BYTES);
  const keys = new Map<string, Buffer>();
  const master = masters[0];
  const header = Buffer.concat([Buffer.from([VERSION]), master.id, salt]);
  const headerText = header.toString("base64url");
  const nonce = Buffer.alloc(NONCE_BYTES);
  let sealed = 0;

  function derive(holder: MasterKey, { customerId, eventId }: EventRef, placeSalt: Buffer): Buffer {
    return deriveKey(holder, `stanchion/place/${customerId}/${eventId}`, placeSalt);
  }

  function rememberKey(name: string, derived: Buffer): void {
    if (keys.size >= CACHED_KEYS) {
      const oldest = keys.keys().next().value;
      if (oldest !== undefined) keys.delete(oldest);
    }
    keys.set(name, derived);
  }

  function ownKey(event: EventRef): Buffer {
    const name = nameOfKey(headerText, event);
    const known = keys.get(name);
    if (known !== undefined) return known;
    const derived = derive(master, event, salt);
    rememberKey(name, derived);
    return derived;
  }

  /** Only a key that has opened a place is remembered: what anybody can make up takes no memory. */
  function openWithNewKey(event: EventRef, text: string, bytes: Buffer): OpenedPlace {
    const keyId = bytes.subarray(1, 1 + KEY_ID_BYTES);
    const holder = masters.find((candidate) => candidate.id.equals(keyId));
    if (holder === undefined) return { type: "unknown-key" };
    const key = derive(holder, event, bytes.subarray(1 + KEY_ID_BYTES, HEADER_BYTES));
    const place = decrypt(bytes, key);
    if (place === null) return { type: "forged" };
    // Characters that base64url does not have are skipped in decoding; such a text names no key.
    if (text.startsWith(bytes.toString("base64url", 0, HEADER_BYTES))) {
      rememberKey(nameOfKey(text, event), key);
    }
    return { type: "place", place };
  }

  return {
    /** Seals a place as base64url text of about 180 characters. */
    seal(event: EventRef, place: Place): string {
      sealed += 1;
      if (sealed > 0xffff_ffff) throw new Error("This process has sealed 2^32 places; restart it.");
      nonce.writeUInt32BE(sealed, NONCE_BYTES - 4);
      const cipher = createCipheriv("aes-256-gcm", ownKey(event), nonce);
      cipher.setAAD(header);
      // GCM is a stream: nothing is left for `final`, which only makes the tag.
      const body = cipher.update(encodePlace(place));
      cipher.final();
      return Buffer.concat([header, nonce, body, cipher.getAuthTag()]).toString("base64url");
    },

    open(event: EventRef, text: string): OpenedPlace {
      const bytes = Buffer.from(text, "base64url");
      if (bytes.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES || bytes[0] !== VERSION) {
        return { type: "forged" };
      }
      const key = keys.get(nameOfKey(text, event));
      if (key === undefined) return openWithNewKey(event, text, bytes);
      const place = decrypt(bytes, key);
      return place === null ? { type: "forged" } : { type: "place", place };
    },
  };
}

/** A key follows from the event and the header (master key and salt), which begins every place. */
function nameOfKey(placeText: string, { customerId, eventId }: EventRef): string {
  return `${placeText.slice(0, HEADER_CHARACTERS)}${customerId}/${eventId}`;
}

export type PlaceSealer = ReturnType<typeof createPlaceSealer>;

function decrypt(bytes: Buffer, key: Buffer): Place | null {
  const placeNonce = bytes.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, placeNonce);
  decipher.setAAD(bytes.subarray(0, HEADER_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const body = decipher.update(bytes.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    // `final` throws when the tag does not match; there is no other way to ask.
    return null;
  }
  return decodePlace(body);
}

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
