import type { Diagnosis } from "./decision.ts";
import { isDebug } from "./queue-token.ts";
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
  /** Those that count, at most one an event. */
  readonly found: readonly FoundSession[];
  /** Why there is none. A genuine session that does not count says most, so it wins. */
  readonly finding: Diagnosis["session"];
  /** The session that the finding is about, where it could be read. */
  readonly cookie: SessionCookie | null;
}

function checkCookie(
  given: RequestCase,
  eventId: string,
  value: string,
  cookieValidityMinutes: number | null,
): SessionCookieCheck {
  const { options, nowUnixSeconds, clientIp } = given;
  const { secrets, eventSecrets } = options;
  return verifySessionCookie(value, {
    eventId,
    cookieValidityMinutes,
    secrets,
    eventSecrets,
    nowUnixSeconds,
    clientIp,
  });
}

/** What this connector makes of one cookie. */
function judge(given: RequestCase, check: SessionCookieCheck): Diagnosis["session"] {
  if (!check.valid) return check.error;
  if (isDebug(check.cookie)) return "debug";
  return given.options.isRefused?.(check.cookie.queueId) ? "refused" : "valid";
}

const IS_GENUINE: ReadonlySet<Diagnosis["session"]> = new Set(["ip", "refused"]);

/**
 * Looks for sessions of the integration's events.
 *
 * @param cookieValidityMinutes - null ignores how old a session is
 * @param max - how many are wanted; the search stops there
 */
export function findSessions(
  given: RequestCase,
  cookieValidityMinutes: number | null,
  max: number,
): SessionSearch {
  const found: FoundSession[] = [];
  let finding: Diagnosis["session"] = "none";
  let cookie: SessionCookie | null = null;
  for (const eventId of given.protection.eventIds) {
    const values = given.view.cookies(sessionCookieName(eventId), MAX_COOKIES_OF_ONE_NAME);
    for (const value of values) {
      const check = checkCookie(given, eventId, value, cookieValidityMinutes);
      const word = judge(given, check);
      if (word === "valid" && check.valid) {
        found.push({ eventId, cookie: check.cookie, extendable: check.extendable });
        break;
      }
      if (IS_GENUINE.has(finding)) continue;
      finding = word;
      cookie = check.cookie;
    }
    if (found.length >= max) break;
  }
  return found.length > 0 ? { found, finding: "valid", cookie: null } : { found, finding, cookie };
}
