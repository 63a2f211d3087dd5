import { randomBytes } from "node:crypto";
import type { EventSettings } from "@/lib/domain/event/settings";
import { type Exchange, HttpError, wantsJson } from "@/waiting-room/http/http";
import { type CookieEvent, claimCookie, readClaim } from "@/waiting-room/place/cookies";

/**
 * The claim cookie for a browser that does not have one: it lets browsers without JavaScript repeat an entry, and its
 * return shows that the browser keeps cookies.
 */
export function claimCookieOf(exchange: Exchange, event: CookieEvent): readonly string[] {
  if (readClaim(exchange, event) !== null) return [];
  return [claimCookie(exchange, event, randomBytes(16).toString("base64url"))];
}

/**
 * Throws for a form whose browser did not keep the cookie of the page before: without it the browser would lose the
 * place that it is about to get. A program that asks for JSON keeps its place itself.
 */
export function requireCookies(exchange: Exchange, settings: EventSettings): void {
  if (!wantsJson(exchange) && readClaim(exchange, settings) === null)
    throw new HttpError("cookies-needed", undefined, settings);
}
