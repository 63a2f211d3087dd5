import type { EventRef } from "@/lib/line/keys";
import { type Exchange, header } from "@/waiting-room/http/http";
import type { Place, PlaceSealer } from "./place";

const SPACE = 32;
const EQUALS_SIGN = 61;
const MONTH_SECONDS = 30 * 24 * 3_600;
/** Cookies of one name that are opened at most; a sibling host could set more of them. */
const OPENED_COOKIES = 4;
const CLAIM = /^[\w-]{22}$/;
const RECEIPT = /^sr1\.[\w-]{200,800}$/;

type LineClock = { lineNow(): number };

export type HeldPlace =
  | { readonly type: "none" }
  | { readonly type: "unknown-key" }
  | { readonly type: "place"; readonly place: Place; readonly isFormer: boolean };

/**
 * Opens the visitor's place. Of several the newest run wins, then admissions whose seat lasts, the longest
 * first, then those who wait, the lowest number first.
 */
export function readPlace(
  exchange: Exchange,
  sealer: PlaceSealer,
  event: EventRef,
  clock: LineClock,
): HeldPlace {
  const values = cookieValues(exchange, placeCookieName(exchange, event)).slice(0, OPENED_COOKIES);
  if (values.length === 0) return { type: "none" };
  let best: { readonly place: Place; readonly isFormer: boolean } | null = null;
  let isUnknownKey = false;
  for (const value of values) {
    const opened = sealer.open(event, value);
    if (opened.type === "unknown-key") isUnknownKey = true;
    if (opened.type !== "place") continue;
    if (best === null || comesBefore(opened.place, best.place, clock.lineNow())) best = opened;
  }
  if (best !== null) return { type: "place", ...best };
  return { type: isUnknownKey ? "unknown-key" : "none" };
}

function comesBefore(a: Place, b: Place, nowMs: number): boolean {
  if (a.runId !== b.runId) return a.runId > b.runId;
  const [seatA, seatB] = [seatEndOf(a, nowMs), seatEndOf(b, nowMs)];
  if (seatA !== seatB) return seatA > seatB;
  // An admission that is over says nothing any more; a place that waits does.
  if ((a.admission === null) !== (b.admission === null)) return a.admission === null;
  return a.number < b.number;
}

/** When the seat of a place ends; 0 where it has none, or none any more. */
function seatEndOf({ admission }: Place, nowMs: number): number {
  return admission !== null && admission.seatEndsAtMs > nowMs ? admission.seatEndsAtMs : 0;
}

export function placeCookie(
  exchange: Exchange,
  sealer: PlaceSealer,
  event: EventRef,
  place: Place,
): string {
  const name = placeCookieName(exchange, event);
  return cookie(exchange, name, sealer.seal(event, place), MONTH_SECONDS);
}

export function clearedPlaceCookie(exchange: Exchange, event: EventRef): string {
  return cookie(exchange, placeCookieName(exchange, event), "", 0);
}

/** The claim that the server keeps for a browser without JavaScript. */
export function readClaim(exchange: Exchange, event: EventRef): string | null {
  const value = cookieValues(exchange, claimCookieName(exchange, event))[0];
  return value !== undefined && CLAIM.test(value) ? value : null;
}

export function claimCookie(exchange: Exchange, event: EventRef, claim: string): string {
  return cookie(exchange, claimCookieName(exchange, event), claim, MONTH_SECONDS);
}

/** The draw receipt that this browser carries, with which the line can restore a lost join. */
export function readReceipt(exchange: Exchange, event: EventRef): string | null {
  const value = cookieValues(exchange, receiptCookieName(exchange, event))[0];
  return value !== undefined && RECEIPT.test(value) ? value : null;
}

export function receiptCookie(exchange: Exchange, event: EventRef, receipt: string): string {
  return cookie(exchange, receiptCookieName(exchange, event), receipt, MONTH_SECONDS);
}

/** True for 16 bytes in base64url. */
export function isClaim(text: string | null): text is string {
  return text !== null && CLAIM.test(text);
}

function placeCookieName(exchange: Exchange, { customerId, eventId }: EventRef): string {
  return `${prefix(exchange)}stanchion_${customerId}_${eventId}`;
}

function claimCookieName(exchange: Exchange, { customerId, eventId }: EventRef): string {
  return `${prefix(exchange)}stanchion-claim_${customerId}_${eventId}`;
}

function receiptCookieName(exchange: Exchange, { customerId, eventId }: EventRef): string {
  return `${prefix(exchange)}stanchion-receipt_${customerId}_${eventId}`;
}

/** Browsers send `__Host-` cookies to this very host only, and only over TLS. */
export function prefix(exchange: Exchange): string {
  return exchange.isSecure ? "__Host-" : "";
}

export function cookie(
  exchange: Exchange,
  name: string,
  value: string,
  maxAgeSeconds: number,
): string {
  const secure = exchange.isSecure ? "; Secure" : "";
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The values of the cookies of one name, in the order in which the browser sent them. */
export function cookieValues({ request }: Exchange, name: string): string[] {
  const text = header(request, "cookie") ?? "";
  const values: string[] = [];
  let start = 0;
  while (start < text.length) {
    const semicolon = text.indexOf(";", start);
    const end = semicolon === -1 ? text.length : semicolon;
    while (text.charCodeAt(start) === SPACE) start += 1;
    if (text.startsWith(name, start) && text.charCodeAt(start + name.length) === EQUALS_SIGN) {
      values.push(text.slice(start + name.length + 1, end).trim());
    }
    start = end + 1;
  }
  return values;
}
