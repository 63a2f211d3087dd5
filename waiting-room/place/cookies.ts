import type { DrawnNumbers } from "@/lib/domain/draw/renumber";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { EventRef } from "@/lib/line/keys";
import { type Exchange, header } from "@/waiting-room/http/http";
import { type OpenedPlace, type Place, type PlaceSealer, placeAfterDraw } from "./place";

const SPACE = 32;
const EQUALS_SIGN = 61;
/** The time in which a ticket that was waited for is used. */
const WAITED_SECONDS = 90;
const DAY_SECONDS = 24 * 3_600;
const MONTH_SECONDS = 30 * DAY_SECONDS;
/** Cookies of one name that are opened at most; a sibling host could set more of them. */
const OPENED_COOKIES = 4;
const CLAIM = /^[\w-]{22}$/;
const RECEIPT = /^sr[12]\.[\w-]{200,800}$/;

/** What places are compared by. */
/**
 * Whose cookies. Where sites may frame the page, browsers are asked to send them in frames too, and to keep those of
 * each framing site apart.
 */
export type CookieEvent = EventRef & Pick<EventSettings, "frameOrigins">;

type LineNow = {
  lineNow(): number;
  readonly drawn: DrawnNumbers | null;
  readonly settings: { readonly runId: number };
};

type Opened = {
  readonly place: Place;
  /** As it came; null where it has to be sealed again. */
  readonly text: string | null;
  /** The browser has it in its cookie. */
  readonly inCookie: boolean;
};

export type HeldPlace =
  | { readonly type: "none" }
  | { readonly type: "unknown-key" }
  /** The draw has dropped it, and no other came with it; this is how it was until then. */
  | { readonly type: "dropped"; readonly place: Place }
  | ({ readonly type: "place" } & Opened)
  /** Of the false queue, and no place of the line came with it. Its `falseCode` is missing yet. */
  | ({ readonly type: "false-place" } & Opened);

/**
 * Opens the visitor's place, with its number of the draw: from the cookies, and from what the page has kept, or
 * null. Of several the newest run wins, then admissions whose seat lasts, the longest first, then those who
 * wait, the lowest number first. One that the draw has dropped counts where there is no other. What the page has
 * kept is worth what the same cookie would be.
 */
export function readPlace(
  exchange: Exchange,
  sealer: PlaceSealer,
  event: EventRef,
  { line, kept }: { readonly line: LineNow; readonly kept: string | null },
): HeldPlace {
  const cookies = cookieValues(exchange, placeCookieName(exchange, event), OPENED_COOKIES);
  const values = kept === null || cookies.includes(kept) ? cookies : [...cookies, kept];
  if (values.length === 0) return NO_PLACE;
  const opened = values.map((value) => sealer.open(event, value));
  const sent = { opened, values, cookies: cookies.length, line };
  const best = bestOf("place", sent);
  const { runId } = line.settings;
  if (best?.place.runId === runId) return best;
  const falsely = bestOf("false-place", sent);
  if (falsely?.place.runId === runId) return falsely;
  const dropped = droppedOf(sent);
  if (dropped !== null) return { type: "dropped", place: dropped };
  if (best !== null) return best;
  return { type: opened.some(({ type }) => type === "unknown-key") ? "unknown-key" : "none" };
}

const NO_PLACE: HeldPlace = { type: "none" };

type Sent = {
  readonly opened: readonly OpenedPlace[];
  /** As they came: so many cookies, and then what the page has kept. */
  readonly values: readonly string[];
  readonly cookies: number;
  readonly line: LineNow;
};

function bestOf<Type extends "place" | "false-place">(
  type: Type,
  { opened, values, cookies, line }: Sent,
): ({ readonly type: Type } & Opened) | null {
  let best: ({ readonly type: Type } & Opened) | null = null;
  for (let index = 0; index < opened.length; index += 1) {
    const one = opened[index];
    if (one?.type !== type) continue;
    const place = type === "place" ? placeOfRun(one.place, line) : one.place;
    if (place === null || (best !== null && !comesBefore(place, best.place, line.lineNow())))
      continue;
    const text = place === one.place && !one.isFormer ? (values[index] ?? null) : null;
    best = { type, place, text, inCookie: index < cookies };
  }
  return best;
}

function droppedOf({ opened, line }: Sent): Place | null {
  for (const one of opened)
    if (one.type === "place" && placeOfRun(one.place, line) === null) return one.place;
  return null;
}

/** The place with its number of the draw, where it belongs to the run that was drawn; null for a dropped one. */
function placeOfRun(place: Place, { drawn, settings }: LineNow): Place | null {
  return place.runId === settings.runId ? placeAfterDraw(place, drawn) : place;
}

function comesBefore(a: Place, b: Place, nowMs: number): boolean {
  if (a.runId !== b.runId) return a.runId > b.runId;
  const [seatA, seatB] = [seatEndOf(a, nowMs), seatEndOf(b, nowMs)];
  if (seatA !== seatB) return seatA > seatB;
  if (a.number === b.number && a.lane === b.lane) return isNewer(a, b);
  // An admission that is over says nothing any more; a place that waits does.
  if ((a.admission === null) !== (b.admission === null)) return a.admission === null;
  return a.number < b.number;
}

/** True for the newer of two copies of one place. */
function isNewer(a: Place, b: Place): boolean {
  if (a.admission !== null && b.admission !== null) {
    if (a.admission.admittedAtMs === b.admission.admittedAtMs)
      return a.admission.returns > b.admission.returns;
    return a.admission.admittedAtMs > b.admission.admittedAtMs;
  }
  if (a.admission !== null || b.admission !== null) return a.admission !== null;
  if (a.moves !== b.moves) return a.moves > b.moves;
  if (a.seenAtMs !== b.seenAtMs) return a.seenAtMs > b.seenAtMs;
  return a.hasMoveCode && !b.hasMoveCode;
}

/** When the seat of a place ends; 0 where it has none, or none any more. */
function seatEndOf({ admission }: Place, nowMs: number): number {
  return admission !== null && admission.seatEndsAtMs > nowMs ? admission.seatEndsAtMs : 0;
}

export function placeCookie(
  exchange: Exchange,
  sealer: PlaceSealer,
  event: CookieEvent,
  place: Place,
): string {
  return sealedPlaceCookie(exchange, event, sealer.seal(event, place));
}

/** The cookie of a place that is sealed already. */
export function sealedPlaceCookie(exchange: Exchange, event: CookieEvent, sealed: string): string {
  const name = placeCookieName(exchange, event);
  return cookie(exchange, event, { name, value: sealed, maxAgeSeconds: MONTH_SECONDS });
}

/**
 * Clears the place and the claim that belongs to it, also those that were kept before sites were allowed to frame the
 * page, or while they were.
 */
export function clearedPlaceCookies(exchange: Exchange, event: EventRef): string[] {
  return [placeCookieName(exchange, event), claimCookieName(exchange, event)].flatMap((name) => {
    const cleared = plainCookie({ name, value: "", maxAgeSeconds: 0 });
    const inWindow = `${cleared}${IN_WINDOW}`;
    return exchange.isSecure ? [`${inWindow}; Secure`, `${cleared}${IN_FRAME}`] : [inWindow];
  });
}

/** The claim that the server keeps for a browser without JavaScript; it also names the join of its page. */
export function readClaim(exchange: Exchange, event: EventRef): string | null {
  const value = cookieValues(exchange, claimCookieName(exchange, event))[0];
  return value !== undefined && CLAIM.test(value) ? value : null;
}

export function claimCookie(exchange: Exchange, event: CookieEvent, claim: string): string {
  const name = claimCookieName(exchange, event);
  return cookie(exchange, event, { name, value: claim, maxAgeSeconds: MONTH_SECONDS });
}

/** The draw receipt that this browser carries, with which the line can restore a lost join. */
export function readReceipt(exchange: Exchange, event: EventRef): string | null {
  const value = cookieValues(exchange, receiptCookieName(exchange, event))[0];
  return value !== undefined && RECEIPT.test(value) ? value : null;
}

export function receiptCookie(exchange: Exchange, event: CookieEvent, receipt: string): string {
  const name = receiptCookieName(exchange, event);
  return cookie(exchange, event, { name, value: receipt, maxAgeSeconds: MONTH_SECONDS });
}

/** What a client that only asks by GET has to bring back before it gets a place. */
export function readTicket(exchange: Exchange, event: EventRef): string | null {
  const value = cookieValues(exchange, ticketCookieName(exchange, event))[0];
  return value !== undefined && CLAIM.test(value) ? value : null;
}

/** `null` takes it away. */
export function ticketCookie(
  exchange: Exchange,
  event: CookieEvent,
  ticket: string | null,
): string {
  const maxAgeSeconds = ticket ? DAY_SECONDS : 0;
  const name = ticketCookieName(exchange, event);
  return cookie(exchange, event, { name, value: ticket ?? "", maxAgeSeconds });
}

/** The ticket of a wait, of a client that only asks by GET. */
export function readWait(exchange: Exchange, event: EventRef): string | null {
  return cookieValues(exchange, waitCookieName(exchange, event))[0] ?? null;
}

export function waitCookie(
  exchange: Exchange,
  event: CookieEvent,
  { ticket, seconds }: { readonly ticket: string; readonly seconds: number },
): string {
  const name = waitCookieName(exchange, event);
  return cookie(exchange, event, { name, value: ticket, maxAgeSeconds: seconds + WAITED_SECONDS });
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

function ticketCookieName(exchange: Exchange, { customerId, eventId }: EventRef): string {
  return `${prefix(exchange)}stanchion-ticket_${customerId}_${eventId}`;
}

function waitCookieName(exchange: Exchange, { customerId, eventId }: EventRef): string {
  return `${prefix(exchange)}stanchion-wait_${customerId}_${eventId}`;
}

function receiptCookieName(exchange: Exchange, { customerId, eventId }: EventRef): string {
  return `${prefix(exchange)}stanchion-receipt_${customerId}_${eventId}`;
}

/** Browsers send `__Host-` cookies to this very host only, and only over TLS. */
export function prefix(exchange: Exchange): string {
  return exchange.isSecure ? "__Host-" : "";
}

export type Cookie = {
  readonly name: string;
  readonly value: string;
  readonly maxAgeSeconds: number;
};

const IN_WINDOW = "; SameSite=Lax";
const IN_FRAME = "; SameSite=None; Secure; Partitioned";

export function cookie(
  exchange: Exchange,
  { frameOrigins = [] }: CookieEvent,
  kept: Cookie,
): string {
  // Browsers take no cookie for frames over a connection that is not secure.
  if (!exchange.isSecure) return plainCookie(kept) + IN_WINDOW;
  return plainCookie(kept) + (frameOrigins.length > 0 ? IN_FRAME : `${IN_WINDOW}; Secure`);
}

function plainCookie({ name, value, maxAgeSeconds }: Cookie): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly`;
}

/** The values of the cookies of one name, in the order in which the browser sent them, so many at most. */
export function cookieValues(
  { request }: Exchange,
  name: string,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const text = header(request, "cookie") ?? "";
  const values: string[] = [];
  let start = 0;
  while (start < text.length && values.length < most) {
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
