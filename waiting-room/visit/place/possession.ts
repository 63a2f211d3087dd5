import type { EventSettings } from "@/lib/domain/event/settings";
import type { ProofPurpose } from "@/lib/domain/possession/proof-message";
import { MARKS } from "@/lib/domain/score/marks";
import type { MovedAnswer } from "@/lib/domain/visitor-api/visitor-api";
import { type Exchange, header, sendJson } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import type { FormSigning } from "@/waiting-room/pages/move-page";
import type { Place } from "@/waiting-room/place/place";
import {
  isSignedBy,
  printOfKey,
  readShownKey,
  type ShownKey,
} from "@/waiting-room/place/possession-proof";
import { NO_FORM } from "@/waiting-room/visit/gate/asker";
import type { Check } from "@/waiting-room/visit/gate/check";
import { withKept } from "@/waiting-room/visit/request/display-parameters";
import { sendMovePage } from "@/waiting-room/visit/screens/send-move-page";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Visit } from "@/waiting-room/visit/visit";

/** A browser shows here the key that it holds, and proves where it is asked that it does. */
const KEY_HEADER = "x-stanchion-key";
/** A proof is of line time, which a browser knows to a second or so; the rest is for slow connections. */
const PROOF_LASTS_MS = 90_000;

/** Marks a place whose browser shows no key. A direct entry has none yet. */
export const KEY_SHOWN: Check = {
  judge: (judging) => {
    const { exchange, joiner } = judging;
    if (joiner.form !== NO_FORM && shownKey(exchange) === null)
      judging.marks |= MARKS.noPossessionKey;
    return null;
  },
};

/** True where a place stays with the browser that joined. */
function asksForPossession({ protection }: EventSettings): boolean {
  return protection?.possession.isAsked === true;
}

function shownKey({ request }: Exchange): ShownKey | null {
  return readShownKey(header(request, KEY_HEADER));
}

/**
 * The place with the key that its browser shows, where it has none yet: one that came with a code, or that joined
 * before its browser had made a key. A place that has a key keeps it. For events that ask for possession.
 */
export function withKey(exchange: Exchange, place: Place): Place {
  if (place.keyPrint !== null || place.admission !== null) return place;
  const key = shownKey(exchange);
  return key === null ? place : { ...place, keyPrint: printOfKey(key) };
}

/**
 * True when whoever asks holds the key of the place, or the place has none. A signature is verified only under the
 * key of the place, so that nobody makes a process verify who does not hold a place.
 */
export function provesPossession(
  exchange: Exchange,
  line: EventLine,
  {
    place,
    purpose,
    shown = null,
  }: {
    readonly place: Place;
    readonly purpose: ProofPurpose;
    /** What a form says of the key, which cannot send a header. */
    readonly shown?: string | null;
  },
): boolean {
  const { keyPrint, runId, queueId } = place;
  if (keyPrint === null || !asksForPossession(line.settings)) return true;
  const key = shown === null ? shownKey(exchange) : readShownKey(shown);
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

/**
 * Answers a browser that shows a place whose key another browser holds: it goes in there, and the place is lost
 * nowhere. The page says how it comes here.
 */
export function answerElsewhere(
  exchange: Exchange,
  { visit, target }: { readonly visit: Visit; readonly target: string | null },
): void {
  if (!exchange.wantsJson) {
    sendMovePage(exchange, { visit, target, view: { state: "elsewhere" } });
    return;
  }
  const { customerId, eventId } = visit.event;
  const query = new URLSearchParams({ elsewhere: "1", ...(target === null ? {} : { t: target }) });
  const path = `/line/${customerId}/${eventId}/move?${query}`;
  const answered: MovedAnswer = {
    status: "moved",
    pageUrl: withKept(exchange, exchange.link(path)),
  };
  sendJson(exchange, 200, answered);
}

/** What a page without a script of its own needs to sign a form with the key of the place; null for a place without. */
export function signingOf(
  { keyScript }: Pick<ServerContext, "keyScript">,
  exchange: Exchange,
  { line, place }: Visit,
): FormSigning | null {
  if (place === null || place.keyPrint === null || !asksForPossession(line.settings)) return null;
  const { customerId, eventId, runId } = line.settings;
  const subject = { customerId, eventId, runId, queueId: place.queueId };
  const atMs = Math.round(line.lineNow());
  return {
    scriptUrl: exchange.link(keyScript.path),
    subject: { ...subject, atMs, purpose: "move" },
  };
}
