import { randomUUID } from "node:crypto";
import { type AdmissionSetting, holdingLottery } from "@/lib/domain/admission/admission-setting";
import type { Permit } from "@/lib/domain/line/permit";
import { isFinal } from "@/lib/domain/line/phase";
import { seatMsOf } from "@/lib/domain/line/seat";
import { refusedHost } from "@/lib/domain/target/allowed-target";
import { type Exchange, HttpError, redirect } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { claimCookie, placeCookie } from "@/waiting-room/place/cookies";
import { readLeft } from "@/waiting-room/place/left-cookie";
import { newPlace } from "@/waiting-room/place/place";
import {
  addressToBind,
  admittedUrl,
  noteReturn,
  type Pass,
  passOnce,
} from "@/waiting-room/visit/admission/admission";
import { answerAfterEnd } from "@/waiting-room/visit/admission/after-event";
import {
  enterDirectly,
  mayEnterDirectly,
} from "@/waiting-room/visit/admission/enter-without-waiting";
import { alwaysWaits } from "@/waiting-room/visit/admission/rules-that-always-wait";
import { releasedVisit } from "@/waiting-room/visit/false-queue/release";
import { noteJoin } from "@/waiting-room/visit/gate/limits/sources-of";
import { answerByRule } from "@/waiting-room/visit/gate/rules/answer-by-rule";
import { joinAtOnce } from "@/waiting-room/visit/join/join-at-once";
import { sendDroppedPage } from "@/waiting-room/visit/place/dropped-by-draw";
import { hasMoved } from "@/waiting-room/visit/place/place-on-other-device";
import {
  askForCookie,
  cookieTest,
  sourcesOfBrowser,
} from "@/waiting-room/visit/request/cookie-support";
import { isNavigation, isOwnWindow } from "@/waiting-room/visit/request/navigation";
import { sendHeldPage } from "@/waiting-room/visit/screens/held-page";
import { sendInsidePage } from "@/waiting-room/visit/screens/inside-page";
import { isLedAgain, sendLeftPage } from "@/waiting-room/visit/screens/leave-pages";
import { toCodeForm } from "@/waiting-room/visit/screens/send-message";
import { sendMovePage } from "@/waiting-room/visit/screens/send-move-page";
import { servePage } from "@/waiting-room/visit/screens/serve-page";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import {
  findAnnounced,
  joinedPlace,
  notOpen,
  permitOf,
  readVisit,
  standingOrKnown,
  type Visit,
  wasLetIn,
  whatIsOpen,
} from "@/waiting-room/visit/visit";
import { answerCloudflare, mayTake, speaksCloudflare } from "./cloudflare";
import { isProgram, visitorJson } from "./visitor-json";

/**
 * `GET /?c=&e=&t=`: where connectors send everybody. Hands out no number, except that a dormant always-on
 * event lets a person who navigates here straight in, and that a browser which brings a cookie back may join.
 */
export async function queuePage(context: ServerContext, exchange: Exchange): Promise<void> {
  const line = await findAnnounced(context, exchange.customerId, exchange.query.get("e"));
  tellRefusedHost(exchange, line);
  const isAsked = isProgram(exchange);
  if (line.settings.status === "draft") {
    if (isAsked) throw notOpen(line);
    return servePage(context, exchange, readVisit(context, exchange, line));
  }
  if (isAsked && !speaksCloudflare(exchange, line.settings))
    return visitorJson(context, exchange, line);
  return receive(context, exchange, line);
}

async function receive(context: ServerContext, exchange: Exchange, line: EventLine): Promise<void> {
  const { query } = exchange;
  const visit = await releasedVisit(context, readVisit(context, exchange, line));
  if (await hasMoved(context, visit))
    return sendMovePage(exchange, { visit, target: query.get("t"), view: { state: "moved" } });
  const standing = await standingOrKnown(context, visit);
  if (standing.type === "none" && isNavigation(exchange))
    line.counts.note("arrivals", line.defaultLane);
  if (standing.type === "admitted") {
    const returned = noteReturn(standing.place, standing.admission);
    if (returned === null) throw new HttpError("pass-refused", undefined, line.settings);
    const location = await admittedUrl(context, { line, exchange }, standing, query.get("t"));
    const cookie = placeCookie(exchange, context.sealer, visit.event, returned);
    redirect(exchange, 302, location, [cookie]);
    return;
  }
  if (whatIsOpen(line).phase === "ended") return servePastEnd(context, exchange, visit);
  const isFalse = visit.ofFalseQueue !== undefined;
  const way = joinedPlace(visit) === null ? "everybody" : "joined";
  const permit = isFalse || !isNavigation(exchange) ? null : permitOf(line, way);
  if (permit !== null) return goThrough(context, exchange, { visit, permit });
  if (standing.type === "inside")
    return sendInsidePage(exchange, { visit, untilMs: standing.untilMs, target: query.get("t") });
  if (visit.dropped !== undefined) return sendDroppedPage(exchange, visit);
  if (standing.type === "none")
    return receiveNewcomer(context, exchange, {
      ...visit,
      place: null,
      hadPlace: visit.hadPlace === true || visit.place !== null,
      sessionEnded: wasLetIn(visit),
    });
  return answerWaiting(context, exchange, visit);
}

/** Whoever has left a moment ago is told so instead of joining anew unasked. False for everybody else. */
function answerLeaver(exchange: Exchange, visit: Visit): boolean {
  const left = readLeft(exchange, visit.event);
  if (left === null) return false;
  if (!isLedAgain(exchange, visit))
    sendLeftPage(exchange, { visit, target: exchange.query.get("t"), left });
  return true;
}

/** Whoever waits gets the page, or what they can read instead of it. */
function answerWaiting(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
): void | Promise<void> {
  if (speaksCloudflare(exchange, visit.line.settings))
    return answerCloudflare(context, exchange, visit);
  const code = exchange.query.get("code");
  // After the end no code leads anywhere.
  if (code && !isFinal(whatIsOpen(visit.line).phase))
    return toCodeForm(exchange, visit.line.settings, code);
  servePage(context, exchange, visit);
}

/**
 * Whoever sets up a site sees in this header why its visitors come back to another address. Visitors are let
 * on all the same: they can do nothing about it.
 */
function tellRefusedHost({ query, response }: Exchange, { settings }: EventLine): void {
  const host = refusedHost(query.get("t"), settings);
  if (host !== null) response.setHeader("x-stanchion-host-not-allowed", host);
}

/** A visitor without a place goes straight in, is held by the lottery, or gets the page, which joins. */
async function receiveNewcomer(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
): Promise<void> {
  if (answerLeaver(exchange, visit)) return;
  const { line } = visit;
  const { inviteOnly } = line.settings;
  if (inviteOnly && !exchange.query.get("enqueuetoken") && !isFinal(whatIsOpen(line).phase)) {
    const code = exchange.query.get("code");
    if (code) return toCodeForm(exchange, line.settings, code);
    throw new HttpError("invitation-needed", undefined, line.settings);
  }
  if (isNavigation(exchange) && (await answerByRule(context, exchange, visit))) return;
  if (await mustWait(context, exchange, line)) return answerUnplaced(context, exchange, visit);
  const admission = holdingLottery(line.settings.admission);
  if (admission !== null) return admitByLottery(context, exchange, { visit, admission });
  const permit = mayTakeSlot(exchange, visit) ? permitOf(line, "slot") : null;
  if (permit !== null) {
    const location = await goStraightIn(context, exchange, visit, permit);
    if (location !== null) return redirect(exchange, 302, location.url, location.cookies);
  }
  return answerUnplaced(context, exchange, visit);
}

/** A browser that is known to keep its place gets it at once, with the page; for others the page joins. */
async function answerUnplaced(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
): Promise<void> {
  const joined = await joinAtOnce(context, exchange, visit);
  if (joined === null) return answerWaiting(context, exchange, visit);
  servePage(context, exchange, joined.visit, { isNew: true, cookies: joined.cookies });
}

/** After the end the event's settings decide: the page, a redirect, or through to the site. */
async function servePastEnd(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
): Promise<void> {
  const answer = answerAfterEnd(visit.line.settings, exchange.query.get("t"));
  if (answer.kind === "redirect") {
    visit.line.counts.note("refused-ended", visit.line.defaultLane);
    return redirect(exchange, 302, answer.url);
  }
  const isThrough = answer.kind === "let-through" && isNavigation(exchange);
  const permit = isThrough ? permitOf(visit.line, "after-end") : null;
  if (permit !== null) return goThrough(context, exchange, { visit, permit });
  visit.line.counts.note("refused-ended", visit.line.defaultLane);
  return answerWaiting(context, exchange, visit);
}

/** True when the page is always shown to this visitor ({@link alwaysWaits}), or when the rules cannot be read. */
async function mustWait(
  context: ServerContext,
  { query }: Exchange,
  line: EventLine,
): Promise<boolean> {
  try {
    const customer = await context.customers.find(line.settings.customerId);
    return customer === null || alwaysWaits(customer, query.get("man"));
  } catch (error) {
    context.log(error);
    return true;
  }
}

/** How long a visitor whose ticket has won is held when there is no slot for them. */
const NO_SLOT_SECONDS = 5;

/** Lets a share of the visitors in; the others get a page that says when it tries again. */
async function admitByLottery(
  context: ServerContext,
  exchange: Exchange,
  { visit, admission }: { readonly visit: Visit; readonly admission: AdmissionSetting },
): Promise<void> {
  const { line } = visit;
  const { phase } = whatIsOpen(line);
  if (phase !== "dormant" && phase !== "queueing") return answerWaiting(context, exchange, visit);
  const played = context.lottery.play(line, exchange, admission);
  const mayTry = played.type === "admitted" && mayTakeSlot(exchange, visit);
  const permit = mayTry ? permitOf(line, "slot") : null;
  const { cookies } = played;
  const location =
    permit === null ? null : await goStraightIn(context, exchange, visit, permit, cookies);
  if (location !== null) return redirect(exchange, 302, location.url, location.cookies);
  const untilMs =
    played.type === "held" ? played.untilMs - line.lineNow() : NO_SLOT_SECONDS * 1_000;
  const seconds = Math.max(1, Math.ceil(untilMs / 1_000));
  line.counts.note("refused-held", line.defaultLane);
  sendHeldPage(context, exchange, { visit, seconds, cookies });
}

/** True for a person in a window of their own, and for a program that keeps what it gets. */
function mayTakeSlot(exchange: Exchange, visit: Visit): boolean {
  if (speaksCloudflare(exchange, visit.line.settings)) return mayTake(exchange, visit);
  return isOwnWindow(exchange);
}

/** Lets a visitor through outside the cap; a reload while the token is valid gets the same token. */
async function goThrough(
  context: ServerContext,
  exchange: Exchange,
  { visit, permit }: { readonly visit: Visit } & Pick<Pass, "permit">,
): Promise<void> {
  const queueId = visit.place?.queueId ?? randomUUID();
  const address = addressToBind(visit.line, exchange);
  const sources = sourcesOfBrowser(context, exchange, visit, exchange.query.get("t") ?? "");
  const pass = { permit, queueId, address, sources };
  const admission = await passOnce(context, visit.line, pass);
  if (admission === null) return askForCookie(exchange, visit);
  const { runId } = visit.line.settings;
  const joinedAtMs = admission.admittedAtMs;
  const place = joinedPlace(visit) ?? newPlace({ runId, lane: 0, number: 0, queueId, joinedAtMs });
  const url = await admittedUrl(
    context,
    { line: visit.line, exchange },
    { permit, place, admission },
    exchange.query.get("t"),
  );
  const cookie = placeCookie(exchange, context.sealer, visit.event, { ...place, admission });
  redirect(exchange, 302, url, [cookie]);
}

/** Null for whoever has to take a place in line first. `ticket`: the cookies of a lottery. */
async function goStraightIn(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  permit: Permit<"slot">,
  ticket: readonly string[] = [],
) {
  const { line, event } = visit;
  const verdict = await mayEnterDirectly(context, exchange, line);
  if (verdict === null) return null;
  const address = addressToBind(line, exchange);
  const unseen = sourcesOfBrowser(context, exchange, visit, "slot");
  const entry = await enterDirectly(context, line, {
    address,
    verdict: { ...verdict, sources: [...verdict.sources, ...unseen] },
    connection: exchange.request.socket,
  });
  if (entry === null) return null;
  if (entry === "known") return unseen.length === 0 ? null : cookieTest(exchange, visit, ticket);
  noteJoin(context, exchange, line);
  const { claim, number, queueId, lineTimeMs: admittedAtMs } = entry;
  const admission = {
    admittedAtMs,
    firstAdmittedAtMs: admittedAtMs,
    renewals: 0,
    returns: 0,
    seatEndsAtMs: admittedAtMs + seatMsOf(line.settings),
    redirectType: "safetynet",
    address,
  };
  const { runId } = line.settings;
  const joined = newPlace({ runId, lane: 0, number, queueId, joinedAtMs: admittedAtMs });
  const place = { ...joined, admission };
  const cookies = [
    placeCookie(exchange, context.sealer, event, place),
    claimCookie(exchange, event, claim),
  ];
  const url = await admittedUrl(
    context,
    { line, exchange },
    { permit, place, admission },
    exchange.query.get("t"),
  );
  return { url, cookies };
}
