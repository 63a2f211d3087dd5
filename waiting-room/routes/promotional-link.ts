import { sessionEndOf } from "@/lib/domain/line/seat";
import { refusedHost } from "@/lib/domain/target/allowed-target";
import { type Exchange, HttpError, header, redirect, sendJson } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { publicLine } from "@/waiting-room/line/public-line";
import type { Place } from "@/waiting-room/place/place";
import { admittedUrl } from "@/waiting-room/visit/admission/admission";
import { admitBrowser } from "@/waiting-room/visit/admission/browser-session";
import { goIn } from "@/waiting-room/visit/admission/go-in";
import { releasedVisit } from "@/waiting-room/visit/false-queue/release";
import { confirmNear, seenNow } from "@/waiting-room/visit/place/check-in";
import { handOver } from "@/waiting-room/visit/place/hand-over-place";
import { requireCaller } from "@/waiting-room/visit/request/caller";
import { claimOf } from "@/waiting-room/visit/request/cookie-support";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import {
  findAnyLine,
  findLine,
  isCalled,
  readVisit,
  type Standing,
  standingOrKnown,
  type Visit,
} from "@/waiting-room/visit/visit";

/** `GET /{c}/{e}`: the link that a customer without a connector hands out. It leads to the waiting page of an event that there is. */
export async function promotionalLink(
  context: ServerContext,
  exchange: Exchange,
  [customerId = "", eventId = ""]: readonly string[],
): Promise<void> {
  await findAnyLine(context, customerId, eventId);
  const query = new URLSearchParams(exchange.query);
  query.set("c", customerId);
  query.set("e", eventId);
  redirect(exchange, 302, exchange.link(`/?${query}`));
}

/** So often a program asks, as Beekeeper's page did. */
const POLL_MS = 20_000;

type Poll = {
  /** Where to go; null for whoever waits on. */
  readonly url: string | null;
  readonly cookies?: readonly string[];
};

/**
 * `GET /{c}/{e}/polling`: whether the visitor of this cookie may go on, and where to, in Beekeeper's words. Whose turn it is
 * takes their slot by asking; it hands out no place.
 */
export async function polling(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const line = await findLine(context, customerId, eventId);
  requireCaller(exchange, line.settings);
  const visit = await releasedVisit(context, readVisit(context, exchange, line));
  const { url, cookies = [] } = await poll(context, exchange, visit);
  const body = url === null ? { allow: "false" } : { allow: "true", origin: url };
  sendJson(exchange, 200, body, cookies.length === 0 ? {} : { "set-cookie": cookies });
}

async function poll(context: ServerContext, exchange: Exchange, visit: Visit): Promise<Poll> {
  const { line } = visit;
  const target = exchange.query.get("t");
  const standing = await standingOrKnown(context, visit);
  if (standing.type === "admitted") {
    return { url: await admittedUrl(context, { line, exchange }, standing, target) };
  }
  if (standing.type === "inside" || standing.type === "none") return { url: null };
  const place =
    standing.type === "waiting" ? seenNow(context, line, standing.place) : standing.place;
  const { claim, cookies } = claimOf(exchange, visit.event);
  const sealed = handOver(context, exchange, visit, place).cookies;
  const waits = { url: null, cookies: [...cookies, ...sealed] };
  const entry = await goIn(context, exchange, { visit: { ...visit, place }, place, claim }, 0);
  if (entry.type !== "admitted") {
    if (!isCalled(line, place)) noteWaiting(context, line, place);
    return waits;
  }
  const url = await admittedUrl(
    context,
    { line, exchange },
    { ...entry, admission: entry.place.admission },
    target,
  );
  return { url, cookies: [...cookies, ...handOver(context, exchange, visit, entry.place).cookies] };
}

/** The check-in of somebody who waits and asks at Beekeeper's interval. */
function noteWaiting(context: ServerContext, line: EventLine, place: Place): void {
  if (line.settings.method !== "random") line.checkIns.note(place.lane, { forMs: POLL_MS });
  confirmNear(context, line, place, publicLine(line, place.lane));
}

/**
 * `GET /{c}/{e}/client`: the final page of a promotional link asks whether its visitor was let in. It knows them by the token
 * of its address or the session that it got for it, which need no cookie of another site; else by the cookie. Only pages of
 * hosts that the event names may read the answer.
 */
export async function clientCheck(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const line = await findLine(context, customerId, eventId);
  letFinalPageRead(exchange, line);
  const { query } = exchange;
  const admission = await admitBrowser(context, line, {
    session: query.get("session"),
    queueToken: query.get("queueittoken"),
    pass: query.get("stanchionpass"),
    address: exchange.address,
    userAgent: header(exchange.request, "user-agent") ?? "",
  });
  if (admission.type === "session") {
    return sendJson(exchange, 200, { allow: true, session: admission.session.value });
  }
  const standing = await standingOrKnown(context, readVisit(context, exchange, line));
  sendJson(exchange, 200, { allow: isInSession(line, standing) });
}

/** True for somebody who was let in, for as long as the session on the site lasts, also when their token has expired. */
function isInSession(line: EventLine, standing: Standing): boolean {
  if (standing.type === "admitted") return true;
  const admission = "place" in standing ? standing.place.admission : null;
  if (admission === null) return false;
  return line.lineNow() < sessionEndOf(admission.seatEndsAtMs, line.settings);
}

/** Throws for a page of a host to which the event leads nobody. Never `*`: the answer is about one visitor. */
function letFinalPageRead({ request, response }: Exchange, { settings }: EventLine): void {
  response.setHeader("vary", "origin");
  const origin = header(request, "origin");
  if (origin === undefined) return;
  if (origin === "null" || refusedHost(origin, settings) !== null)
    throw new HttpError("cross-site");
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-allow-credentials", "true");
}
