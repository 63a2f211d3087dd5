import type { EventSettings } from "@/lib/domain/event/settings";
import { type Exchange, HttpError, header, requireOwnPage, send } from "@/waiting-room/http/http";

/** How long a browser may keep what a site may ask, in seconds: a site that is taken out stays out. */
const KEPT_SECONDS = 600;
const ASKED_HEADERS = "content-type, x-stanchion-place, x-stanchion-key";

/**
 * Throws unless a question comes from a page of this server, from a program that is no browser, or from the script
 * of a site that the event names, which may then read the answer. The script of any other site is refused before
 * anything is done for it; forms of other sites are refused, whoever they are.
 */
export function requireCaller(exchange: Exchange, settings: EventSettings): void {
  if (exchange.wantsJson && letRead(exchange, settings)) return;
  const isAsked = exchange.method === "GET" || exchange.method === "HEAD";
  // Who types an address or follows a link asks by themselves.
  if (isAsked && header(exchange.request, "sec-fetch-site") === "none") return;
  requireOwnPage(exchange);
}

/** Answers a browser that asks whether the script of a site may ask (a CORS preflight). */
export function answerPreflight(exchange: Exchange, settings: EventSettings): void {
  if (!letRead(exchange, settings)) throw new HttpError("cross-site");
  send(exchange, 204, {
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": ASKED_HEADERS,
    "access-control-max-age": String(KEPT_SECONDS),
  });
}

/** Lets the script of a named site read the answer, whatever it is; false where the event does not name it. */
function letRead({ request, response }: Exchange, { apiOrigins = [] }: EventSettings): boolean {
  const origin = header(request, "origin");
  if (origin === undefined || !apiOrigins.includes(origin)) return false;
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-allow-credentials", "true");
  response.setHeader("access-control-expose-headers", "retry-after");
  response.setHeader("vary", "origin");
  return true;
}
