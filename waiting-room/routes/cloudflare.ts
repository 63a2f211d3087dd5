import { randomBytes } from "node:crypto";
import { CLOUDFLARE_ENGLISH, cloudflareStatus } from "@/lib/domain/cloudflare/cloudflare-status";
import type { EventSettings } from "@/lib/domain/event/settings";
import { aheadOf } from "@/lib/domain/line/distance";
import {
  accepted,
  type Exchange,
  HttpError,
  header,
  redirect,
  send,
} from "@/waiting-room/http/http";
import { LineUnavailable } from "@/waiting-room/line/line-unavailable";
import { publicLine } from "@/waiting-room/line/public-line";
import {
  claimCookie,
  clearedPlaceCookies,
  placeCookie,
  readClaim,
  readTicket,
  readWait,
  receiptCookie,
  ticketCookie,
  waitCookie,
} from "@/waiting-room/place/cookies";
import type { Place } from "@/waiting-room/place/place";
import { admittedUrl } from "@/waiting-room/visit/admission/admission";
import { tryEnter } from "@/waiting-room/visit/admission/go-in";
import { answerStop } from "@/waiting-room/visit/gate/answer-stop";
import { readJoinCredential } from "@/waiting-room/visit/join/read-join-credential";
import { takePlace } from "@/waiting-room/visit/join/take-place";
import { seenNow } from "@/waiting-room/visit/place/check-in";
import { handOver } from "@/waiting-room/visit/place/hand-over-place";
import { answerElsewhere } from "@/waiting-room/visit/place/possession";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { isCalled, permitOf, type Visit, whatIsOpen } from "@/waiting-room/visit/visit";

const CONTENT_TYPE = "application/json; charset=utf-8";

/**
 * True for a request of a program that was written for Cloudflare's Waiting Room, at an event that has it: its `Accept` is
 * exactly `application/json`, as it has to be there.
 */
export function speaksCloudflare(
  { request, method }: Exchange,
  { cloudflareJson }: Pick<EventSettings, "cloudflareJson">,
): boolean {
  const asksForJson = accepted(request) === "application/json";
  return cloudflareJson === true && asksForJson && (method === "GET" || method === "HEAD");
}

/**
 * True when such a program may take a number or a slot now: it has brought back a cookie of ours, so that somebody keeps
 * what they get. Link previews and scripts that ask once keep none, and other sites cannot make a browser do it.
 */
export function mayTake(exchange: Exchange, { event }: Pick<Visit, "event">): boolean {
  return isAskedForItself(exchange) && readTicket(exchange, event) !== null;
}

/** False for what another site makes a browser ask, and for what is asked before anybody looks. */
function isAskedForItself({ request, method }: Exchange): boolean {
  const site = header(request, "sec-fetch-site") ?? "none";
  const isAhead = ["sec-purpose", "purpose", "x-moz"].some((name) => header(request, name));
  return method === "GET" && !isAhead && (site === "none" || site === "same-origin");
}

/**
 * Answers such a program, which only ever repeats one GET: it gets a place, checks in and goes in by that alone. While it
 * waits it gets the status; when its turn has come, the redirect to the site with the token.
 */
export async function answerCloudflare(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
): Promise<void> {
  const { event, line } = visit;
  const claim = readClaim(exchange, event);
  const ticket = readTicket(exchange, event);
  const cookies = [
    ...(claim === null ? [claimCookie(exchange, event, newToken())] : []),
    ...(ticket === null ? [ticketCookie(exchange, event, newToken())] : []),
  ];
  if (!isAskedForItself(exchange)) return sendStatus(exchange, visit, { cookies: [] });
  if (visit.place === null) {
    const mayJoin = ticket !== null && whatIsOpen(line).joins;
    if (!mayJoin) return sendStatus(exchange, visit, { cookies });
    return joinByGet(context, exchange, visit, { ticket, cookies });
  }
  await goOn(context, exchange, { ...visit, place: visit.place }, { claim, cookies });
}

async function joinByGet(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  { ticket, cookies }: { readonly ticket: string; readonly cookies: readonly string[] },
): Promise<void> {
  const { event, line } = visit;
  const { query } = exchange;
  const fields = new Map([
    ["joinId", ticket],
    ["enqueueToken", query.get("enqueuetoken")],
    ["lane", query.get("lane")],
    ["rule", query.get("man")],
    ["ticket", readWait(exchange, event)],
  ]);
  const form = { get: (name: string) => fields.get(name) ?? null };
  const credential = await readJoinCredential(context, exchange, { line, form });
  const outcome = await takePlace(context, exchange, visit, { form, credential });
  if (outcome.type === "stopped" && outcome.verdict.type === "challenge") {
    const { wait } = outcome.verdict;
    // A wait that has begun goes on: another one would never end.
    const begun = form.get("ticket") !== null;
    const waits = begun ? [] : [waitCookie(exchange, event, wait)];
    return sendStatus(exchange, visit, { cookies: [...cookies, ...waits], seconds: wait.seconds });
  }
  if (outcome.type === "stopped") {
    const asked = { get: (name: string) => (name === "t" ? query.get("t") : form.get(name)) };
    return answerStop(context, exchange, visit, { form: asked, verdict: outcome.verdict });
  }
  if (outcome.type !== "joined") return sendStatus(exchange, visit, { cookies });
  const { place, receipt } = outcome;
  sendStatus(
    exchange,
    { ...visit, place },
    {
      cookies: [
        ...cookies,
        placeCookie(exchange, context.sealer, event, place),
        // The old one leads to this place for as long as joins are remembered.
        ticketCookie(exchange, event, newToken()),
        ...(receipt === null ? [] : [receiptCookie(exchange, event, receipt)]),
        ...outcome.gateCookies,
      ],
    },
  );
}

type Waiting = Visit & { readonly place: Place };

/** A check-in of somebody in line, who goes in when their turn has come. */
async function goOn(
  context: ServerContext,
  exchange: Exchange,
  visit: Waiting,
  { claim, cookies }: { readonly claim: string | null; readonly cookies: readonly string[] },
): Promise<void> {
  const { event, line } = visit;
  const place = visit.place.admission === null ? seenNow(context, line, visit.place) : visit.place;
  const seen = { ...visit, place };
  const { cookies: sealed } = handOver(context, exchange, visit, place);
  if (permitOf(line, "slot") === null || claim === null || !isCalled(line, place)) {
    return sendStatus(exchange, seen, { cookies: [...cookies, ...sealed], context });
  }
  const entry = await tryEnter(context, exchange, { visit: seen, place, claim }, 0);
  if (entry.type === "admitted") {
    const { permit, place: admitted } = entry;
    const { admission } = admitted;
    const url = await admittedUrl(
      context,
      { line, exchange },
      { permit, place: admitted, admission },
      exchange.query.get("t"),
    );
    const cookie = placeCookie(exchange, context.sealer, event, admitted);
    return redirect(exchange, 302, url, [cookie, ticketCookie(exchange, event, null)]);
  }
  if (entry.type === "inside") throw new HttpError("inside", undefined, line.settings);
  // Such a place came from a browser: a program joins without a key.
  if (entry.type === "elsewhere") return answerElsewhere(exchange, { visit, target: null });
  const status = entry.type === "moved" ? "moved" : entry.answer.status;
  if (status === "used") throw new HttpError("used-elsewhere", undefined, line.settings);
  if (entry.type === "moved" || status === "spent") {
    // It begins anew: what it asks next gets another place.
    const anew = [
      ...clearedPlaceCookies(exchange, event),
      ticketCookie(exchange, event, newToken()),
    ];
    return sendStatus(exchange, { ...visit, place: null }, { cookies: [...cookies, ...anew] });
  }
  const { retryAfterMs = 0 } = "retryAfterMs" in entry.answer ? entry.answer : {};
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  sendStatus(exchange, seen, { cookies: [...cookies, ...sealed], seconds, context });
}

type Sent = {
  readonly cookies: readonly string[];
  /** When to ask again, where that is sooner than the status says. */
  readonly seconds?: number;
  /** Where this answers a check-in of somebody in line. */
  readonly context?: Pick<ServerContext, "log">;
};

function sendStatus(exchange: Exchange, { line, place }: Visit, sent: Sent): void {
  const { settings } = line;
  const shown = publicLine(line, place?.lane);
  const ahead = place === null ? null : aheadOf(shown, place.number);
  const status = cloudflareStatus({
    line: shown,
    ahead,
    kind: settings.kind,
    wording: CLOUDFLARE_ENGLISH,
  });
  const { refreshIntervalSeconds: usual } = status;
  const refreshIntervalSeconds = Math.min(usual, sent.seconds ?? usual);
  const { context } = sent;
  if (place !== null && place.admission === null && context !== undefined) {
    if (settings.method !== "random")
      line.checkIns.note(place.lane, { forMs: refreshIntervalSeconds * 1_000 });
    // Who asks at the interval is near in time, and nobody else says it for them.
    if (ahead !== null && ahead <= shown.near && place.keyPrint === null) {
      line.confirmPresence(place).catch((error: unknown) => {
        if (!(error instanceof LineUnavailable)) context.log(error);
      });
    }
  }
  send(
    exchange,
    settings.waitingStatusCode,
    {
      "content-type": CONTENT_TYPE,
      "cache-control": "no-store",
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      ...(refreshIntervalSeconds > 0 ? { refresh: String(refreshIntervalSeconds) } : {}),
      ...(sent.cookies.length === 0 ? {} : { "set-cookie": sent.cookies }),
    },
    JSON.stringify({ cfWaitingRoom: { ...status, refreshIntervalSeconds } }),
  );
}

function newToken(): string {
  return randomBytes(16).toString("base64url");
}
