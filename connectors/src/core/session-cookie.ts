import { encodePercent } from "./percent-encoding.ts";
import type { Secrets } from "./secrets.ts";
import {
  readSession,
  type SessionCookieError,
  type SessionFields,
  sessionErrorOf,
  writeSession,
} from "./session-fields.ts";
import { hmacSha256Hex, plainHashing } from "./sha256.ts";

/** What a session cookie says about an admitted visitor. */
export interface SessionCookie {
  readonly eventId: string;
  /** "" when the token named none. */
  readonly queueId: string;
  /** Minutes that the session lasts whatever happens; null when it may be extended. */
  readonly fixedValidityMinutes: number | null;
  readonly redirectType: string;
  readonly issuedUnixSeconds: number;
  /** "" when the session is not bound to an address. */
  readonly hashedIp: string;
  /** "" or absent when it is not bound to a user agent. */
  readonly hashedAgent?: string;
}

/** The outcome of {@link verifySessionCookie}. */
export type SessionCookieCheck =
  | { readonly valid: true; readonly cookie: SessionCookie; readonly extendable: boolean }
  | { readonly valid: false; readonly error: "malformed"; readonly cookie: null }
  | {
      readonly valid: false;
      readonly error: Exclude<SessionCookieError, "malformed">;
      readonly cookie: SessionCookie;
    };

/** What a session cookie is checked against. Any secret of its event may have signed it. */
export interface SessionCookieExpectation extends Secrets {
  /** Compared ignoring case. */
  readonly eventId: string;
  /** Minutes a session lasts when the cookie does not say so; null ignores time (cancelling). */
  readonly cookieValidityMinutes: number | null;
  readonly nowUnixSeconds: number;
  /** Checked against the cookie's IP hash when both are known. */
  readonly clientIp?: string | undefined;
  /** Checked against the cookie's hash of a user agent when both are known. */
  readonly userAgent?: string | undefined;
}

function toCookie(fields: SessionFields): SessionCookie {
  return {
    eventId: fields.eventId,
    queueId: fields.queueId,
    fixedValidityMinutes: fields.fixedMinutes === "" ? null : Number(fields.fixedMinutes),
    redirectType: fields.redirectType,
    issuedUnixSeconds: Number(fields.issueTime),
    hashedIp: fields.hashedIp,
    ...(fields.hashedAgent === "" ? {} : { hashedAgent: fields.hashedAgent }),
  };
}

/**
 * Tells whether a session cookie (decoded) admits its visitor. Fields may stand in any order and
 * unknown ones are ignored. What can be refused without an HMAC is refused first. Never throws.
 */
export function verifySessionCookie(
  value: string,
  expected: SessionCookieExpectation,
): SessionCookieCheck {
  const { eventId, cookieValidityMinutes, nowUnixSeconds, clientIp, userAgent } = expected;
  const verifier = { options: expected, clientIp, userAgent, hashing: plainHashing };
  const fields = readSession(encodePercent(value));
  const error = sessionErrorOf(
    fields,
    eventId,
    cookieValidityMinutes ?? 0,
    cookieValidityMinutes === null ? 0 : nowUnixSeconds,
    verifier,
  );
  if (error === "malformed") return { valid: false, error, cookie: null };
  const cookie = toCookie(fields);
  if (error !== null) return { valid: false, error, cookie };
  return { valid: true, cookie, extendable: cookie.fixedValidityMinutes === null };
}

/**
 * Makes the value of a session cookie, not yet percent-encoded. The same fields with a new
 * `issuedUnixSeconds` extend a session. A queue id that {@link verifySessionCookie} would not take
 * back is left out.
 */
export function sealSessionCookie(cookie: SessionCookie, secret: string): string {
  return writeSession(
    {
      eventId: cookie.eventId,
      queueId: cookie.queueId,
      fixedMinutes: cookie.fixedValidityMinutes?.toString() ?? "",
      redirectType: cookie.redirectType.toLowerCase(),
      issueTime: Math.floor(cookie.issuedUnixSeconds).toString(),
      hashedIp: cookie.hashedIp,
      hashedAgent: cookie.hashedAgent ?? "",
      hash: "",
    },
    secret,
    hmacSha256Hex,
  );
}
