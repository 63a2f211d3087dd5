import type { RequestCase } from "./request-case.ts";
import {
  type SessionCookie,
  type SessionCookieCheck,
  sessionCookieName,
  verifySessionCookie,
} from "./session-cookie.ts";

/** A browser sends a name twice when a cookie's domain was changed; more is not worth an HMAC. */
const MAX_COOKIES_OF_ONE_NAME = 3;

/** A session that counts, under the event id as the config writes it. */
export interface FoundSession {
  readonly eventId: string;
  readonly cookie: SessionCookie;
  readonly extendable: boolean;
}

/** What a request's session cookies amount to. */
export interface SessionSearch {
  readonly found: FoundSession | null;
  /** A genuine session that belongs to another address, when none was found. */
  readonly ofOtherAddress: SessionCookie | null;
}

function* checkCookies(
  given: RequestCase,
  cookieValidityMinutes: number | null,
): Generator<{ eventId: string; check: SessionCookieCheck }> {
  const { request, view, options, protection, nowUnixSeconds } = given;
  for (const eventId of protection.eventIds) {
    const values = view.cookies(sessionCookieName(eventId)).slice(0, MAX_COOKIES_OF_ONE_NAME);
    for (const value of values) {
      const check = verifySessionCookie(value, {
        eventId,
        cookieValidityMinutes,
        secrets: options.secrets,
        hmac: options.hmac,
        nowUnixSeconds,
        clientIp: request.clientIp,
      });
      yield { eventId, check };
    }
  }
}

/**
 * Looks for a session of one of the integration's events and stops at the first that counts.
 *
 * @param cookieValidityMinutes - null ignores how old a session is
 */
export function findSession(
  given: RequestCase,
  cookieValidityMinutes: number | null,
): SessionSearch {
  let ofOtherAddress: SessionCookie | null = null;
  for (const { eventId, check } of checkCookies(given, cookieValidityMinutes)) {
    if (check.valid) {
      const { cookie, extendable } = check;
      return { found: { eventId, cookie, extendable }, ofOtherAddress: null };
    }
    if (check.error === "ip") ofOtherAddress = check.cookie;
  }
  return { found: null, ofOtherAddress };
}
