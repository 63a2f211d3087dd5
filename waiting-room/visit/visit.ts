import { appendQueueToken } from "@/connectors/src/core";
import { isWireId } from "@/lib/domain/event/wire-id";
import { isAbsent } from "@/lib/domain/line/absence";
import { canEnter, canJoin } from "@/lib/domain/line/phase";
import { LINE } from "@/lib/domain/line/rates";
import { allowedTarget } from "@/lib/domain/target/allowed-target";
import type { EventRef } from "@/lib/line/keys";
import { type Exchange, HttpError } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { phaseOf } from "@/waiting-room/line/public-line";
import { readPlace, readReceipt } from "@/waiting-room/place/cookies";
import { type Admission, type Place, placeAfterDraw } from "@/waiting-room/place/place";
import { tokenExpiresUnixSeconds } from "./customer-secrets";
import type { Room } from "./server-context";

/** How often one token is handed to a returning visitor before the diagnosis is shown. */
const RETURNS_LIMIT = 2;

/** A visitor at one event. */
export type Visit = {
  readonly line: EventLine;
  readonly event: EventRef;
  /** A place of the current run, or null. */
  readonly place: Place | null;
};

/** The event that a path names, if it is in memory and started; null when `findEvent` has to look. */
export function knownEvent(
  room: Room,
  customerId: string | undefined,
  eventId: string | undefined,
): EventLine | null {
  if (customerId === undefined || eventId === undefined) return null;
  const line = room.node.known({ customerId, eventId });
  return line === undefined || line.settings.status === "draft" ? null : line;
}

/** The event that a path or query names. Throws `HttpError` when there is none. */
export async function findEvent(
  room: Room,
  customerId: string | null | undefined,
  eventId: string | null | undefined,
): Promise<EventLine> {
  if (!customerId || !eventId) throw new HttpError("bad-request");
  if (!isWireId(customerId) || !isWireId(eventId)) throw new HttpError("bad-request");
  const line = await room.node.find({ customerId, eventId }).catch((error: unknown) => {
    room.log(error);
    throw new HttpError("recovering", 2_000);
  });
  if (line === null) throw new HttpError("unknown-event");
  if (line.settings.status === "draft") throw new HttpError("not-open");
  return line;
}

/**
 * Reads the visitor's place. A place that this process cannot open because it lacks the key is kept:
 * the answer is 503 and sets no cookie. A place of an older run counts as none, and
 * so do one whose holder was away for longer than the event allows and one that was admitted at another
 * address to which it is bound.
 */
export function readVisit(room: Room, exchange: Exchange, line: EventLine): Visit {
  const { customerId, eventId, runId } = line.settings;
  const event = { customerId, eventId };
  const held = readPlace(exchange, room.sealer, event);
  if (held.type === "unknown-key") throw new HttpError("recovering", 5_000);
  if (held.type === "none" || held.place.runId !== runId) return { line, event, place: null };
  const place = placeAfterDraw(held.place, line.drawn);
  const { admission } = place;
  const isOver = admission === null ? wasAway(line, place) : isElsewhere(admission, exchange);
  if (isOver) return { line, event, place: null };
  line.notePresented(place.lane, place.number);
  showReceipt(room, exchange, line);
  return { line, event, place };
}

function wasAway(line: EventLine, { seenAtMs }: Place): boolean {
  const { settings } = line;
  // Nearly all events do not ask: what else it takes need not be fetched for them.
  if (settings.absenceMinutes === null) return false;
  return isAbsent(settings, {
    seenAtMs,
    watchedSinceMs: line.watchedSinceMs,
    nowMs: line.lineNow(),
  });
}

function isElsewhere({ address }: Admission, exchange: Exchange): boolean {
  return address !== null && address !== exchange.address;
}

/** After a loss the line may have forgotten a join that its holder can prove. */
function showReceipt(room: Room, exchange: Exchange, line: EventLine): void {
  const { draw } = line.settings;
  if (draw === null || (line.state?.losses ?? 0) === 0) return;
  const receipt = readReceipt(exchange, line.settings);
  if (receipt !== null) line.showReceipt(receipt).catch(room.log);
}

/**
 * The address to which an admission of this visitor is bound from the start, so that neither its place
 * nor its claim is worth anything elsewhere; null where the event does not ask for it.
 */
export function addressToBind({ settings }: EventLine, exchange: Exchange): string | null {
  return settings.bindsToAddress ? exchange.address : null;
}

/** The page of an event's line, with where the visitor wants to go. */
export function queuePageOf(
  exchange: Exchange,
  { customerId, eventId }: EventRef,
  target: string | null,
): string {
  const query = new URLSearchParams({ c: customerId, e: eventId });
  if (target !== null) query.set("t", target);
  return exchange.link(`/?${query}`);
}

/** What the visitor's place is good for now. */
export type Standing =
  | { readonly type: "none" }
  | { readonly type: "waiting"; readonly place: Place }
  /** Admitted, and the token has not passed. */
  | { readonly type: "admitted"; readonly place: Place; readonly admission: Admission }
  /** Admitted, the token passed unused: entering again with the same claim renews it. */
  | { readonly type: "renewable"; readonly place: Place };

export function standingOf({ line, place }: Visit): Standing {
  if (place === null) return { type: "none" };
  const { admission } = place;
  if (admission === null) return { type: "waiting", place };
  const now = line.lineNow();
  const expires = tokenExpiresUnixSeconds(line.settings, admission.admittedAtMs);
  if (now < expires * 1_000) return { type: "admitted", place, admission };
  const renewable =
    admission.redirectType === "queue" &&
    admission.renewals < LINE.renewLimit &&
    now < admission.firstAdmittedAtMs + LINE.renewMs;
  return renewable ? { type: "renewable", place } : { type: "none" };
}

/** The place after one more return within the life of its token; null when it returned too often. */
export function noteReturn(place: Place, admission: Admission): Place | null {
  if (admission.returns >= RETURNS_LIMIT) return null;
  return { ...place, admission: { ...admission, returns: admission.returns + 1 } };
}

/** The site's URL with the token of an admission. */
export async function admittedUrl(
  room: Room,
  line: EventLine,
  admitted: { readonly place: Place; readonly admission: Admission },
  askedTarget: string | null,
): Promise<string> {
  const { settings } = line;
  const { customerId } = settings;
  const customer = room.node.knownCustomer(customerId) ?? (await room.node.customer(customerId));
  const token = room.secrets.queueToken(settings, customer, {
    queueId: admitted.place.queueId,
    admittedAtMs: admitted.admission.admittedAtMs,
    redirectType: admitted.admission.redirectType,
    address: admitted.admission.address,
  });
  return appendQueueToken(allowedTarget(askedTarget, settings), token);
}

/** Who passes and why: nobody is held back, or the event is over. */
export type Pass = {
  readonly queueId: string;
  readonly redirectType: "disabled" | "afterevent";
  readonly address: string | null;
};

/**
 * Lets a visitor in whom nothing holds back: outside the cap, counted. Throws `HttpError` when it
 * cannot be counted, since a failure lets nobody in.
 */
export async function passThrough(
  room: Room,
  { line }: Visit,
  { queueId, redirectType, address }: Pass,
): Promise<Admission> {
  const admittedAtMs = await line
    .admitOutside(queueId, redirectType, "")
    .catch((error: unknown) => room.log(error));
  if (!admittedAtMs) throw new HttpError("recovering", 2_000);
  return {
    admittedAtMs,
    firstAdmittedAtMs: admittedAtMs,
    renewals: 0,
    returns: 0,
    redirectType,
    address,
  };
}

/** True when a place may ask for a slot: its number was called, or it has won in random order. */
export function isCalled(line: EventLine, place: Place): boolean {
  if (place.admission !== null) return true;
  const { method } = line.settings;
  if (method === "random") return place.wonInterval !== null;
  if (line.settings.draw !== null && line.drawn === null && method === "fifo") return false;
  return method === "passthrough" || place.number <= line.servingNumber(place.lane);
}

/** The phase of an event now, and what may be done in it. */
export function whatIsOpen(line: EventLine) {
  const phase = phaseOf(line, line.lineNow());
  const { paused } = line.settings;
  return { phase, joins: canJoin(phase), enters: canEnter(phase) && !paused };
}
