import { falseNumber } from "@/lib/domain/false-queue/false-number";
import { isAbsent } from "@/lib/domain/line/absence";
import { letInName } from "@/lib/domain/line/let-in-name";
import { type Permit, permitFor, type WayIn } from "@/lib/domain/line/permit";
import { canJoin } from "@/lib/domain/line/phase";
import { LINE } from "@/lib/domain/line/rates";
import { sessionEndOf } from "@/lib/domain/line/seat";
import { isWireId } from "@/lib/domain/wire-id";
import type { WireRef } from "@/lib/line/keys";
import { readFalseId } from "@/lib/secrets/false-queue-id";
import type { Form } from "@/waiting-room/http/body";
import { type Exchange, HttpError, header } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { LineUnavailable, unlessUnavailable } from "@/waiting-room/line/line-unavailable";
import { phaseOf, publicLine } from "@/waiting-room/line/public-line";
import {
  type CookieEvent,
  type HeldPlace,
  readPlace,
  readReceipt,
} from "@/waiting-room/place/cookies";
import { readLeft } from "@/waiting-room/place/left-cookie";
import type { Admission, Place } from "@/waiting-room/place/place";
import { tokenExpiresUnixSeconds } from "@/waiting-room/visit/memory/customer-secrets";
import { keptFields, withKept } from "@/waiting-room/visit/request/display-parameters";
import { requireFrame } from "@/waiting-room/visit/request/framing";
import { falseLineOf } from "./false-queue/false-line";
import type { ServerContext } from "./server-context";

/** A visitor at one event. */
export type Visit = {
  readonly line: EventLine;
  readonly event: CookieEvent;
  /** A place of the current run, or null. */
  readonly place: Place | null;
  /** How the place came, and what the page has kept of it. */
  readonly carried: Carried;
  /** A place of the current run came with the visitor, and counts no more. */
  readonly hadPlace?: boolean;
  /** The place that the draw has dropped, where the visitor has no other. */
  readonly dropped?: Place;
  /** For somebody of the false queue: the line itself, and whether they were released and get a place in it. */
  readonly ofFalseQueue?: { readonly line: EventLine; readonly isReleased: boolean };
  /** The visitor was let in, and the seat is over. */
  readonly sessionEnded?: boolean;
};

/** How a visitor's place came with a request. */
export type Carried = {
  /** The sealed place; null where there is none, or where it has to be sealed again. */
  readonly text: string | null;
  /** The browser has it in its cookie. */
  readonly inCookie: boolean;
  /** What the page has kept; "" where it keeps places and has none, null where it does not say. */
  readonly kept: string | null;
};

/** The line of a started event that is in memory, without waiting; null when `findLine` has to be asked. */
export function knownLine(
  context: ServerContext,
  customerId: string | undefined,
  eventId: string | undefined,
): EventLine | null {
  if (customerId === undefined || eventId === undefined) return null;
  const line = context.lines.known({ customerId, eventId });
  return line === undefined || line.settings.status === "draft" ? null : line;
}

/** A line that was found in an earlier turn, or what has taken its name since. Rejects like `findLine`. */
export function stillThere(
  context: ServerContext,
  line: EventLine,
): EventLine | Promise<EventLine> {
  const { customerId, eventId, status } = line.settings;
  return line.isGone || status === "draft" ? findLine(context, customerId, eventId) : line;
}

function requireWireIds(customerId: string, eventId: string): void {
  if (isWireId(customerId) && isWireId(eventId)) return;
  const isInCapitals = isWireId(customerId.toLowerCase()) && isWireId(eventId.toLowerCase());
  throw new HttpError(isInCapitals ? "id-in-capitals" : "bad-request");
}

/** The line of the started event that a path or query names. Rejects with `HttpError` when there is none. */
export async function findLine(
  context: ServerContext,
  customerId: string | null | undefined,
  eventId: string | null | undefined,
): Promise<EventLine> {
  const line = await findAnyLine(context, customerId, eventId);
  if (line.settings.status === "draft") throw notOpen(line);
  return line;
}

/** The same, also where the event is not started yet but says when it starts: visitors may see that. */
export async function findAnnounced(
  context: ServerContext,
  customerId: string | null | undefined,
  eventId: string | null | undefined,
): Promise<EventLine> {
  const line = await findAnyLine(context, customerId, eventId);
  const { status, kind, startAtMs } = line.settings;
  const isAnnounced = kind === "scheduled" && startAtMs !== null;
  if (status === "draft" && !isAnnounced) throw notOpen(line);
  return line;
}

export function notOpen({ settings }: EventLine): HttpError {
  return new HttpError("not-open", undefined, settings);
}

/** The same whether or not the event is started. */
export async function findAnyLine(
  context: ServerContext,
  customerId: string | null | undefined,
  eventId: string | null | undefined,
): Promise<EventLine> {
  if (!customerId || !eventId) throw new HttpError("bad-request");
  requireWireIds(customerId, eventId);
  const line = await context.lines.find({ customerId, eventId }).catch((error: unknown) => {
    context.log(error);
    throw new HttpError("recovering", 2_000);
  });
  if (line === null) throw new HttpError("unknown-event");
  return line;
}

/** The page sends here what it has kept of its place, or `-` where it keeps places and has none. */
const KEPT_HEADER = "x-stanchion-place";

function keptBy({ request }: Exchange, form: Form | null): string | null {
  const text = header(request, KEPT_HEADER) ?? form?.get("place") ?? null;
  return text === "-" ? "" : text;
}

/** False for what a script asks, which no browser shows. */
function isDocument({ request }: Exchange): boolean {
  const shownIn = header(request, "sec-fetch-dest");
  return shownIn !== undefined && shownIn !== "empty";
}

/**
 * Reads the visitor's place from the cookie and from what the page has kept. It counts as none when it is of an
 * older run, when the visitor was away for longer than the event allows, and when its admission is bound to another
 * address. Throws 503 for a place whose key this process lacks, so that no cookie replaces it.
 */
export function readVisit(
  context: ServerContext,
  exchange: Exchange,
  line: EventLine,
  form: Form | null = null,
): Visit {
  const { settings: event } = line;
  if (isDocument(exchange)) requireFrame(exchange, event);
  const kept = keptBy(exchange, form);
  const held = readPlace(exchange, context.sealer, event, { line, kept: kept || null });
  if (held.type === "unknown-key") throw new HttpError("recovering", 5_000);
  if (held.type === "none" || held.place.runId !== event.runId) return without(line, kept);
  if (held.type === "dropped") return { ...without(line, kept), dropped: held.place };
  if (held.type === "false-place") {
    const nothing = withoutLost(line, kept);
    return falseVisit(context, { ...nothing, held }) ?? nothing;
  }
  const { place, text, inCookie } = held;
  if (!inCookie && isLeft(exchange, event, form, text)) return withoutLost(line, kept);
  const { admission } = place;
  const isOver = admission === null ? wasAway(line, place) : isElsewhere(admission, exchange);
  if (isOver) return withoutLost(line, kept);
  line.notePresented(place.lane, place.number);
  showReceipt(context, exchange, line);
  return { line, event, place, carried: { text, inCookie, kept } };
}

/** The visit of somebody without a place. */
function without(line: EventLine, kept: string | null): Visit {
  return {
    line,
    event: line.settings,
    place: null,
    carried: { text: null, inCookie: false, kept },
  };
}

function withoutLost(line: EventLine, kept: string | null): Visit {
  return { ...without(line, kept), hadPlace: true };
}

/** True for a place that a page still keeps after its visitor has left with another one. */
function isLeft(
  exchange: Exchange,
  event: CookieEvent,
  form: Form | null,
  text: string | null,
): boolean {
  const isOfForm = form !== null && form.get("place") === text;
  return text !== null && !isOfForm && readLeft(exchange, event)?.sealed === text;
}

type FalselyHeld = Visit & { readonly held: Extract<HeldPlace, { type: "false-place" }> };

/** The visit of somebody in the false queue, with the number that they are shown now; null once they were away. */
function falseVisit(
  { eventKeys }: Pick<ServerContext, "eventKeys">,
  { line, event, carried, held }: FalselyHeld,
): Visit | null {
  const { lane, runId, queueId } = held.place;
  const falseCode = readFalseId(eventKeys.of(line.settings), runId, queueId);
  if (falseCode === null || wasAway(line, held.place)) return null;
  const number = falseNumber(publicLine(line, lane), held.place.number);
  const text = number === held.place.number ? held.text : null;
  const isReleased = line.settings.releasedPlaces?.includes(queueId) === true;
  return {
    line: falseLineOf(line),
    event,
    place: { ...held.place, number, falseCode },
    carried: { ...carried, text, inCookie: held.inCookie },
    ofFalseQueue: { line, isReleased },
  };
}

/** True for a place whose visitor was away for longer than the event allows. */
export function wasAway(line: EventLine, { seenAtMs }: Place): boolean {
  const { settings } = line;
  // Most events have no limit: they skip the lookups below.
  if (settings.absenceMinutes === null) return false;
  return isAbsent(settings, {
    seenAtMs,
    watchedSinceMs: line.clock.heardSinceLineMs,
    nowMs: line.lineNow(),
  });
}

function isElsewhere({ address }: Admission, exchange: Exchange): boolean {
  return address !== null && address !== exchange.address;
}

/** After a loss the line may have forgotten a join that the visitor's receipt proves. */
function showReceipt(context: ServerContext, exchange: Exchange, line: EventLine): void {
  const { draw } = line.settings;
  if (draw === null || (line.state?.losses ?? 0) === 0) return;
  const receipt = readReceipt(exchange, line.settings);
  if (receipt !== null) line.showReceipt(receipt).catch(unlessUnavailable(context.log));
}

/** The waiting page of an event as it looks to this visitor, which leads to `target` in the end. */
export function queuePageOf(
  exchange: Exchange,
  { customerId, eventId }: WireRef,
  target: string | null,
): string {
  const query = new URLSearchParams({ c: customerId, e: eventId, ...keptFields(exchange) });
  if (target !== null) query.set("t", target);
  return exchange.link(`/?${query}`);
}

/** The page for somebody who was let in and whose browser keeps no cookie: any other page would not know them. */
export function cookiesPageOf(
  exchange: Exchange,
  { customerId, eventId }: WireRef,
  target: string | null,
): string {
  const named = { c: customerId, e: eventId, ...(target === null ? {} : { t: target }) };
  return withKept(exchange, exchange.link(`/error/cookies?${new URLSearchParams(named)}`));
}

/** What the visitor's place is worth now. */
export type Standing =
  | { readonly type: "none" }
  | { readonly type: "waiting"; readonly place: Place }
  /** Admitted, and the token is still valid. */
  | {
      readonly type: "admitted";
      readonly permit: Permit<"again">;
      readonly place: Place;
      readonly admission: Admission;
    }
  /** Admitted, but the token has expired or nobody gets in now: entering again with the same claim renews it. */
  | { readonly type: "renewable"; readonly place: Place }
  /** Admitted and without a renewal left: the seat lasts, so there is no other place for this visitor. */
  | { readonly type: "inside"; readonly place: Place; readonly untilMs: number };

/** The place of a visitor who has joined in this run, whatever became of it; those who passed the line have no number. */
export function joinedPlace({ place }: Visit): Place | null {
  return place !== null && place.number > 0 ? place : null;
}

/** Answered from memory, by what the visitor carries. */
export function standingOf({ line, place }: Visit): Standing {
  if (place === null) return { type: "none" };
  const { admission } = place;
  if (admission === null) return { type: "waiting", place };
  const now = line.lineNow();
  const expires = tokenExpiresUnixSeconds(line.settings, admission.admittedAtMs);
  if (now < expires * 1_000) {
    const permit = permitOf(line, "again");
    if (permit !== null) return { type: "admitted", permit, place, admission };
    if (tookSlot(admission)) return { type: "renewable", place };
  }
  if (!tookSlot(admission)) return { type: "none" };
  const { renewals, firstAdmittedAtMs, seatEndsAtMs } = admission;
  const sessionEndMs = sessionEndOf(seatEndsAtMs, line.settings);
  const renewableUntilMs = Math.max(firstAdmittedAtMs + LINE.renewMs, sessionEndMs);
  if (renewals < LINE.renewLimit && now < renewableUntilMs) return { type: "renewable", place };
  return now < seatEndsAtMs ? { type: "inside", place, untilMs: seatEndsAtMs } : { type: "none" };
}

/**
 * What the place of somebody who was let in is worth by what the line knows: the visit may have been ended, or
 * the site may have reported that it goes on. Everybody else is answered like `standingOf`. Rejects when
 * the line does not answer.
 */
export async function standingByLine(visit: Visit): Promise<Standing> {
  const { line, place } = visit;
  if (!place?.admission || !tookSlot(place.admission)) return standingOf(visit);
  const endsAtMs = await line.seatEnd(place);
  if (endsAtMs < 0) return { type: "none" };
  if (endsAtMs === 0) return standingOf(visit);
  const admission = { ...place.admission, seatEndsAtMs: endsAtMs };
  return standingOf({ ...visit, place: { ...place, admission } });
}

/** Like `standingByLine`; while the line does not answer, what the visitor carries counts. */
export function standingOrKnown(context: ServerContext, visit: Visit): Promise<Standing> {
  return standingByLine(visit).catch((error: unknown) => {
    if (!(error instanceof LineUnavailable)) context.log(error);
    return standingOf(visit);
  });
}

/** True for a place with which the visitor was let in within the cap. */
export function wasLetIn({ place }: Visit): boolean {
  return place?.admission ? tookSlot(place.admission) : false;
}

/** True for an admission within the cap, which has a seat and may be renewed. */
function tookSlot({ redirectType }: Admission): boolean {
  return redirectType === "queue" || redirectType === "safetynet";
}

/**
 * True when a visitor may ask for a slot: the number was called, the place has won in random order, or an operator lets
 * the visitor in next.
 */
export function isCalled(line: EventLine, place: Place): boolean {
  if (place.admission !== null) return true;
  if (place.falseCode !== undefined) return false;
  const { method, draw } = line.settings;
  if (draw !== null && line.drawn === null && method === "fifo") return false;
  const isTurn =
    method === "random"
      ? place.wonInterval !== null
      : method === "passthrough" || place.number <= line.servingNumber(place.lane);
  return isTurn || isLetInNext(line, place);
}

/** True for a visitor whom an operator lets in next. */
export function isLetInNext({ settings }: EventLine, place: Place): boolean {
  const { releasedPlaces } = settings;
  if (!releasedPlaces?.length || place.admission !== null || place.falseCode !== undefined)
    return false;
  return releasedPlaces.includes(letInName(place));
}

/** The phase of an event now, and whether visitors may join in it. */
export function whatIsOpen(line: EventLine) {
  const phase = phaseOf(line, line.lineNow());
  return { phase, joins: canJoin(phase) };
}

/** Whether the event may let somebody in now by this way; null where it may not. Every door asks it first. */
export function permitOf<Way extends WayIn>(line: EventLine, way: Way): Permit<Way> | null {
  return permitFor(line.settings, phaseOf(line, line.lineNow()), way);
}
