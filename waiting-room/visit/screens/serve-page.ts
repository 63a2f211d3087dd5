import type { EventSettings } from "@/lib/domain/event/settings";
import { joinedLanes } from "@/lib/domain/lane/lane";
import { allowedTarget } from "@/lib/domain/target/allowed-target";
import { compress, encodingOf } from "@/waiting-room/http/compress";
import { type Exchange, header, send } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { publicLine } from "@/waiting-room/line/public-line";
import { contentSecurityPolicy } from "@/waiting-room/pages/content-security-policy";
import { REFRESH_SECONDS, renderWaitingPage } from "@/waiting-room/pages/waiting-page";
import { showsFrames } from "@/waiting-room/visit/gate/challenge/challenge-of";
import { bindsToBrowser } from "@/waiting-room/visit/gate/gate-plan";
import { servedStamp } from "@/waiting-room/visit/gate/score/served-stamp";
import { confirmNear } from "@/waiting-room/visit/place/check-in";
import { claimOf, joinIdBy } from "@/waiting-room/visit/request/cookie-support";
import { keptFields } from "@/waiting-room/visit/request/display-parameters";
import { isFramed, isShownForSure } from "@/waiting-room/visit/request/framing";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Visit } from "@/waiting-room/visit/visit";
import { customPageOf, policyOfCustomPage } from "./custom-page-of";
import { offersNotices } from "./notices-offered";
import { pageBrand } from "./page-brand";
import { languageHeaders, wordsOf } from "./page-words";
import { waitingPageOf } from "./send-message";
import { viewOf } from "./view-of-visit";

type ServedAs = {
  /** False where the page has been loaded already. */
  readonly isVisit?: boolean;
  /** The place was taken with this request. */
  readonly isNew?: boolean;
  readonly cookies?: readonly string[];
};

/** Sends the waiting page in this visitor's state; it works without JavaScript. */
export function servePage(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
  { isVisit = true, isNew = false, cookies = [] }: ServedAs = {},
): void {
  const { line, event } = visit;
  const { settings } = line;
  const brand = { ...pageBrand(settings, exchange), isLine: true };
  const target = allowedTarget(exchange.query.get("t"), settings);
  const words = wordsOf(exchange, settings);
  const custom = customPageOf(context, exchange, visit, words);
  const targetHosts = [new URL(target).host, ...settings.allowedHosts];
  const kept = isShownForSure(exchange, settings) ? claimOf(exchange, event) : null;
  const allCookies = [...(kept?.cookies ?? []), ...cookies];
  const body = renderWaitingPage({
    custom,
    ...words,
    brand,
    eventName: settings.name,
    isTest: settings.isTest === true,
    customerId: event.customerId,
    eventId: event.eventId,
    frameOrigins: settings.frameOrigins ?? [],
    runId: settings.runId,
    linePath: exchange.link(`/line/${event.customerId}/${event.eventId}`),
    targetUrl: target,
    timeZone: settings.timeZone,
    clientScriptUrl: exchange.link(context.clientScript.path),
    laterScriptUrl: exchange.link(context.laterScript.path),
    keyScriptUrl: bindsToBrowser(settings) ? exchange.link(context.keyScript.path) : null,
    drawUrl: settings.draw && exchange.link(drawPath(settings)),
    turn: settings.turn ?? null,
    isNew,
    keepsPlaces: settings.absenceMinutes === null,
    kept: keptFields(exchange),
    enqueueToken: exchange.query.get("enqueuetoken"),
    ...laneHints(exchange, line),
    ...(settings.protection ? { served: servedStamp(context, settings, line.lineNow()) } : {}),
    isRandom: settings.method === "random",
    hasNotices: offersNotices(context, settings),
    takesCodes: joinedLanes(settings).lanes.length > 1,
    message: publicLine(line, visit.place?.lane, words.language).message,
    ...(isFramed(exchange) ? { windowUrl: waitingPageOf(exchange, settings) } : {}),
    view: viewOf(visit, words.language, joinIdOf(visit, kept?.claim)),
  });
  if (isVisit) confirmPresence(context, visit);
  const encoding = encodingOf(header(exchange.request, "accept-encoding"));
  send(
    exchange,
    settings.waitingStatusCode,
    {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...languageHeaders(words.language),
      "content-security-policy":
        custom === null
          ? contentSecurityPolicy(brand, targetHosts, settings.frameOrigins, showsFrames(settings))
          : policyOfCustomPage(exchange, visit, targetHosts),
      ...(custom === null ? {} : { "x-dns-prefetch-control": "off" }),
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      ...(allCookies.length === 0 ? {} : { "set-cookie": allCookies }),
      ...(encoding === null ? {} : { "content-encoding": encoding }),
    },
    encoding === null ? body : compress(Buffer.from(body), encoding, false),
  );
}

function drawPath({ customerId, eventId, runId }: EventSettings): string {
  return `/draw/${customerId}/${eventId}/${runId}`;
}

/** After a place that counts no more a join is another one. */
function joinIdOf({ line, place, hadPlace }: Visit, claim?: string): string | undefined {
  const isFirst = place === null && !hadPlace;
  return isFirst && claim !== undefined ? joinIdBy(claim, line.settings.runId) : undefined;
}

/** What the visitor's rule says of the lane; the join decides what of it counts. */
function laneHints({ query }: Exchange, { settings }: EventLine) {
  if (joinedLanes(settings).lanes.length === 1) return {};
  return { lane: query.get("lane"), rule: query.get("man") };
}

/** A browser without JavaScript confirms its presence by loading the page again. */
function confirmPresence(context: ServerContext, visit: Visit): void {
  const { line, place } = visit;
  if (place === null || place.admission !== null) return;
  line.checkIns.note(place.lane, { forMs: REFRESH_SECONDS * 1_000 });
  confirmNear(context, line, place, publicLine(line, place.lane));
}
