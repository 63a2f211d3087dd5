import { randomBytes, randomUUID } from "node:crypto";
import type { AdmissionSetting } from "@/lib/domain/admission/admission-setting";
import { aheadOf } from "@/lib/domain/line/distance";
import { allowedTarget } from "@/lib/domain/target/allowed-target";
import type { EventLine } from "@/waiting-room/line/event-line";
import { LineUnavailable } from "@/waiting-room/line/line-calls";
import { publicLine } from "@/waiting-room/line/public-line";
import type { Place } from "@/waiting-room/place/place";
import { compress, encodingOf } from "../http/compress";
import { type Exchange, HttpError, header, redirect, send } from "../http/http";
import { contentSecurityPolicy } from "../pages/content-security-policy";
import { REFRESH_SECONDS, renderWaitingPage } from "../pages/waiting-page";
import { claimCookie, placeCookie, readClaim } from "../place/cookies";
import { pageBrand, type Room } from "../room";
import { answerAfterEnd } from "../visit/after-event";
import { enterDirectly, mayEnterDirectly } from "../visit/direct-entry";
import { sendMessage } from "../visit/send-message";
import { viewOf } from "../visit/view-of-visit";
import {
  addressToBind,
  admittedUrl,
  findEvent,
  noteReturn,
  type Pass,
  passThrough,
  readVisit,
  standingOf,
  type Visit,
  whatIsOpen,
} from "../visit/visit";

/**
 * `GET /?c=&e=&t=`: where connectors send everybody. Gives nobody a number, except that a dormant
 * always-on event sends a person who navigates here straight back.
 */
export async function queuePage(room: Room, exchange: Exchange): Promise<void> {
  const { query } = exchange;
  const line = await findEvent(room, query.get("c"), query.get("e"));
  const visit = readVisit(room, exchange, line);
  const standing = standingOf(visit);
  if (standing.type === "admitted") {
    const returned = noteReturn(standing.place, standing.admission);
    if (returned === null) throw new HttpError("pass-refused");
    const location = await admittedUrl(room, line, standing, query.get("t"));
    const cookie = placeCookie(exchange, room.sealer, visit.event, returned);
    redirect(exchange, 302, location, [cookie]);
    return;
  }
  if (whatIsOpen(line).phase === "ended") return servePastEnd(room, exchange, visit);
  if (line.settings.method === "passthrough" && isNavigation(exchange)) {
    return goThrough(room, exchange, { visit, redirectType: "disabled" });
  }
  if (standing.type === "none") return receiveNewcomer(room, exchange, visit);
  servePage(room, exchange, visit);
}

/** A visitor without a place: straight in, held by the lottery, or the page, which joins. */
async function receiveNewcomer(room: Room, exchange: Exchange, visit: Visit): Promise<void> {
  const { line } = visit;
  const { admission, inviteOnly } = line.settings;
  if (inviteOnly && !exchange.query.get("enqueuetoken")) {
    throw new HttpError("invitation-needed", undefined, line.settings);
  }
  if (await mustWait(room, exchange, line)) return servePage(room, exchange, visit);
  if (admission !== null) return admitByLottery(room, exchange, { visit, admission });
  if (isNavigation(exchange) && mayEnterDirectly(room, exchange, line)) {
    const location = await goStraightIn(room, exchange, visit);
    if (location !== null) return redirect(exchange, 302, location.url, location.cookies);
  }
  servePage(room, exchange, visit);
}

/** After the end: the page, another address, or let through, as the event has it. */
async function servePastEnd(room: Room, exchange: Exchange, visit: Visit): Promise<void> {
  const answer = answerAfterEnd(visit.line.settings, exchange.query.get("t"));
  if (answer.kind === "redirect") return redirect(exchange, 302, answer.url);
  if (answer.kind === "let-through" && isNavigation(exchange)) {
    return goThrough(room, exchange, { visit, redirectType: answer.redirectType });
  }
  servePage(room, exchange, visit);
}

/**
 * True when a rule of the customer sent the visitor whose visitors always see the page. Also when
 * that cannot be told: the page is the safe answer.
 */
async function mustWait(room: Room, { query }: Exchange, line: EventLine): Promise<boolean> {
  const ruleName = query.get("man");
  if (ruleName === null) return false;
  try {
    const customer = await room.node.customer(line.settings.customerId);
    return customer === null || customer.alwaysWaitRules.includes(ruleName);
  } catch (error) {
    room.log(error);
    return true;
  }
}

/** Held again when there is no slot: a ticket that won takes a slot and a seat like everybody. */
const NO_SLOT_SECONDS = 5;

/** Lets a share of the visitors in; the others read when the page tries again. */
async function admitByLottery(
  room: Room,
  exchange: Exchange,
  { visit, admission }: { readonly visit: Visit; readonly admission: AdmissionSetting },
): Promise<void> {
  const { line } = visit;
  const { phase } = whatIsOpen(line);
  if (phase !== "dormant" && phase !== "queueing") return servePage(room, exchange, visit);
  const played = room.lottery.play(line, exchange, admission);
  const mayTry =
    played.type === "admitted" && isNavigation(exchange) && mayEnterDirectly(room, exchange, line);
  const location = mayTry ? await goStraightIn(room, exchange, visit) : null;
  if (location !== null) return redirect(exchange, 302, location.url, location.cookies);
  const untilMs =
    played.type === "held" ? played.untilMs - line.lineNow() : NO_SLOT_SECONDS * 1_000;
  const seconds = Math.max(1, Math.ceil(untilMs / 1_000));
  const { cookies } = played;
  sendMessage(exchange, "held", line.settings, { action: null, cookies, refreshSeconds: seconds });
}

/** Only a person's navigation may take a place: no preview, no prefetch, no HEAD. */
function isNavigation({ request, method }: Exchange): boolean {
  const mode = header(request, "sec-fetch-mode");
  if (method !== "GET" || (mode !== undefined && mode !== "navigate")) return false;
  return (header(request, "sec-purpose") ?? header(request, "purpose")) === undefined;
}

/** Everybody passes, counted and outside the cap; a reload within the validity gets the same token. */
async function goThrough(
  room: Room,
  exchange: Exchange,
  { visit, redirectType }: { readonly visit: Visit } & Pick<Pass, "redirectType">,
): Promise<void> {
  const queueId = visit.place?.queueId ?? randomUUID();
  const address = addressToBind(visit.line, exchange);
  const admission = await passThrough(room, visit, { queueId, redirectType, address });
  const place = placeOf(visit, { lane: 0, number: 0, queueId, lineTimeMs: admission.admittedAtMs });
  const url = await admittedUrl(room, visit.line, { place, admission }, exchange.query.get("t"));
  const cookie = placeCookie(exchange, room.sealer, visit.event, { ...place, admission });
  redirect(exchange, 302, url, [cookie]);
}

function placeOf(
  { line }: Visit,
  got: Pick<Place, "lane" | "number" | "queueId"> & { readonly lineTimeMs: number },
): Place {
  const { lineTimeMs, ...held } = got;
  return {
    runId: line.settings.runId,
    ...held,
    joinedAtMs: lineTimeMs,
    seenAtMs: lineTimeMs,
    wonInterval: null,
    drawIndex: null,
    admission: null,
  };
}

async function goStraightIn(room: Room, exchange: Exchange, visit: Visit) {
  const { line, event } = visit;
  const address = addressToBind(line, exchange);
  const entry = await enterDirectly(room, line, address);
  if (entry === null) return null;
  const { claim, ...held } = entry;
  const admittedAtMs = entry.lineTimeMs;
  const admission = {
    admittedAtMs,
    firstAdmittedAtMs: admittedAtMs,
    renewals: 0,
    returns: 0,
    redirectType: "safetynet",
    address,
  };
  const place = { ...placeOf(visit, { lane: 0, ...held }), admission };
  const cookies = [
    placeCookie(exchange, room.sealer, event, place),
    claimCookie(exchange, event, claim),
  ];
  const url = await admittedUrl(room, line, { place, admission }, exchange.query.get("t"));
  return { url, cookies };
}

/** The waiting page in the state that this visitor is in; complete without JavaScript. */
export function servePage(room: Room, exchange: Exchange, visit: Visit): void {
  const { line, event } = visit;
  const { settings } = line;
  const brand = pageBrand(settings, exchange);
  const target = allowedTarget(exchange.query.get("t"), settings);
  const body = renderWaitingPage({
    brand,
    eventName: settings.name,
    ...event,
    runId: settings.runId,
    linePath: exchange.link(`/line/${event.customerId}/${event.eventId}`),
    targetUrl: target,
    clientScriptUrl: exchange.link(room.clientScript.path),
    drawUrl:
      settings.draw &&
      exchange.link(`/draw/${event.customerId}/${event.eventId}/${settings.runId}/verify`),
    enqueueToken: exchange.query.get("enqueuetoken"),
    isRandom: settings.method === "random",
    takesCodes: settings.lanes.lanes.length > 1,
    view: viewOf(visit),
  });
  const claim = readClaim(exchange, event);
  const cookies =
    claim === null ? [claimCookie(exchange, event, randomBytes(16).toString("base64url"))] : [];
  confirmPresence(room, visit);
  const encoding = encodingOf(header(exchange.request, "accept-encoding"));
  send(
    exchange,
    settings.waitingStatusCode,
    {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": contentSecurityPolicy(brand.colour, [
        new URL(target).host,
        ...settings.allowedHosts,
      ]),
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      ...(cookies.length === 0 ? {} : { "set-cookie": cookies }),
      ...(encoding === null ? {} : { "content-encoding": encoding }),
    },
    encoding === null ? body : compress(Buffer.from(body), encoding, false),
  );
}

/** A browser without JavaScript says that it is there by loading the page again. */
function confirmPresence(room: Room, visit: Visit): void {
  const { line, place } = visit;
  if (place === null || place.admission !== null) return;
  line.checkIns.note(place.lane, { forMs: REFRESH_SECONDS * 1_000 });
  const shown = publicLine(line, place.lane);
  if (aheadOf(shown, place.number) > shown.near) return;
  line.near(place).catch((error: unknown) => {
    if (!(error instanceof LineUnavailable)) room.log(error);
  });
}
