import { hash, randomBytes } from "node:crypto";
import { addressGroup } from "@/connectors/src/host/address-group";
import type { EventSettings } from "@/lib/domain/event/settings";
import { UNSEEN_BROWSER } from "@/lib/domain/join-limit/limit-setting";
import type { Source } from "@/lib/line/scripts/sources";
import { type Exchange, HttpError, header, redirect } from "@/waiting-room/http/http";
import { type CookieEvent, claimCookie, readClaim } from "@/waiting-room/place/cookies";
import { sourceKey } from "@/waiting-room/visit/gate/limits/source-key";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Visit } from "@/waiting-room/visit/visit";

/**
 * The claim of a browser, with its cookie where the browser does not have one yet: it lets browsers without JavaScript
 * repeat an entry, and its return shows that the browser keeps cookies.
 */
export function claimOf(exchange: Exchange, event: CookieEvent) {
  const known = readClaim(exchange, event);
  const claim = known ?? randomBytes(16).toString("base64url");
  return { claim, cookies: known === null ? [claimCookie(exchange, event, claim)] : [] };
}

export function claimCookieOf(exchange: Exchange, event: CookieEvent): readonly string[] {
  return claimOf(exchange, event).cookies;
}

/** The id of the one join that a browser with this claim makes unasked in a run, however often its page is loaded. */
export function joinIdBy(claim: string, runId: number): string {
  return hash("sha256", `join ${runId} ${claim}`, "base64url").slice(0, 22);
}

/**
 * Throws for a form whose browser did not keep the cookie of the page before: without it the browser would lose the
 * place that it is about to get. A program that asks for JSON keeps its place itself.
 */
export function requireCookies(exchange: Exchange, settings: EventSettings): void {
  if (!exchange.wantsJson && readClaim(exchange, settings) === null)
    throw new HttpError("cookies-needed", undefined, settings);
}

/** A browser that has shown no cookie is known again for so long at least, and for twice as long at most. */
const KNOWN_MS = 20 * 60_000;
/** With when the browser was asked for a cookie, line time. */
const ASKED = "cookies";
const ASKED_MS = 60_000;

/** True for a browser that has brought a cookie of this event back. */
function keepsCookies(exchange: Exchange, { event, carried }: Visit): boolean {
  return carried.inCookie || readClaim(exchange, event) !== null;
}

/**
 * What a browser is counted by that has shown no cookie, so that it is known when the site sends it back for having no
 * session: its address and what it says of itself, and `way`. People behind one address may look alike: they are asked
 * for a cookie, and nothing is held against them. Nothing for whoever keeps cookies. Throws for a browser that was asked
 * a moment ago and has brought none.
 */
export function sourcesOfBrowser(
  context: Pick<ServerContext, "eventKeys">,
  exchange: Exchange,
  visit: Visit,
  way: string,
): readonly Source[] {
  if (keepsCookies(exchange, visit)) return [];
  const { line } = visit;
  const { request, address, query } = exchange;
  const askedAtMs = Number(query.get(ASKED) ?? Number.NaN);
  if (Math.abs(line.lineNow() - askedAtMs) < ASKED_MS)
    throw new HttpError("cookies-needed", undefined, line.settings);
  const said = ["user-agent", "accept-language"].map((name) => header(request, name) ?? "");
  const look = JSON.stringify([addressGroup(address), ...said, way]);
  const key = context.eventKeys.of(line.settings);
  const window = Math.floor(line.lineNow() / KNOWN_MS);
  return [window, window - 1].map((one) => {
    return { key: sourceKey(key, `browser ${one}`, look), limit: UNSEEN_BROWSER };
  });
}

/** Where somebody goes who may look like one who keeps no cookie: here again, with a cookie; `others` come after it. */
export function cookieTest(
  exchange: Exchange,
  { line, event }: Visit,
  others: readonly string[] = [],
) {
  const query = new URLSearchParams(exchange.query);
  query.set(ASKED, String(line.lineNow()));
  return {
    url: exchange.link(`/?${query}`),
    cookies: [...claimCookieOf(exchange, event), ...others],
  };
}

/** Sends them there. Throws for a form or a script: their page has set a cookie before. */
export function askForCookie(exchange: Exchange, visit: Visit): void {
  if (exchange.method !== "GET")
    throw new HttpError("cookies-needed", undefined, visit.line.settings);
  const { url, cookies } = cookieTest(exchange, visit);
  redirect(exchange, 302, url, cookies);
}
