import type { EventSettings } from "@/lib/domain/event/settings";
import type { ProofPurpose } from "@/lib/domain/possession/proof-message";
import { type Exchange, header } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import type { Place } from "@/waiting-room/place/place";
import {
  isSignedBy,
  printOfKey,
  readShownKey,
  type ShownKey,
} from "@/waiting-room/place/possession-proof";

/** A browser shows here the key that it holds, and proves where it is asked that it does. */
export const KEY_HEADER = "x-stanchion-key";
/** A proof is of line time, which a browser knows to a second or so; the rest is for slow connections. */
const PROOF_LASTS_MS = 90_000;

/** True where a place stays with the browser that joined. */
export function asksForPossession({ protection }: EventSettings): boolean {
  return protection?.possession.isAsked === true;
}

function shownKey({ request }: Exchange): ShownKey | null {
  return readShownKey(header(request, KEY_HEADER));
}

/** The print of the key that a new place gets; null where the event asks for none, or the browser shows none. */
export function newKeyPrint(exchange: Exchange, settings: EventSettings): string | null {
  const key = asksForPossession(settings) ? shownKey(exchange) : null;
  return key === null ? null : printOfKey(key);
}

/**
 * The place with the key that its browser shows, where it has none yet: one that came with a code, or that joined
 * before its browser had made a key. A place that has a key keeps it.
 */
export function withKey(exchange: Exchange, { settings }: EventLine, place: Place): Place {
  if (place.keyPrint !== null || place.admission !== null) return place;
  const keyPrint = newKeyPrint(exchange, settings);
  return keyPrint === null ? place : { ...place, keyPrint };
}

/**
 * True when whoever asks holds the key of the place, or the place has none. A signature is verified only under the
 * key of the place, so that nobody makes a process verify who does not hold a place.
 */
export function provesPossession(
  exchange: Exchange,
  line: EventLine,
  { place, purpose }: { readonly place: Place; readonly purpose: ProofPurpose },
): boolean {
  const { keyPrint, runId, queueId } = place;
  if (keyPrint === null) return true;
  const key = shownKey(exchange);
  if (key === null || key.proof === null || printOfKey(key) !== keyPrint) return false;
  const { atMs, signature } = key.proof;
  if (Math.abs(line.lineNow() - atMs) > PROOF_LASTS_MS) return false;
  const { customerId, eventId } = line.settings;
  return isSignedBy(key.publicKey, signature, {
    purpose,
    customerId,
    eventId,
    runId,
    queueId,
    atMs,
  });
}
