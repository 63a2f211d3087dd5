import { findSigningSecret, isHexDigest } from "./hmac.ts";
import { type Secrets, secretsOf } from "./secrets.ts";
import { hmacSha256Hex, isHmacSha256 } from "./sha256.ts";

const NAME_PREFIX = "QueueITAccepted-SDFrts345E-V3_";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LETTERS = /^[A-Za-z]+$/;
const MINUTES = /^\d{1,9}$/;
const UNIX_SECONDS = /^\d{1,12}$/;
const BREAKS_THE_COOKIE = /[&=]/;
/** The end of a UUID, wherever it stands. */
const HAS_END_OF_UUID = /-[0-9a-f]{12}/i;
/** Longer values are refused unread: a real one has about 250 characters. */
const MAX_COOKIE_CHARACTERS = 1024;

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
}

/** Why a session cookie does not count. */
export type SessionCookieError = "malformed" | "eventid" | "expired" | "hash" | "ip";

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
}

interface RawFields {
  readonly eventId: string;
  readonly queueId: string;
  readonly fixedValidityMinutes: string;
  readonly redirectType: string;
  readonly issueTime: string;
  readonly hashedIp: string;
  readonly hash: string;
}

/** Returns the name of the cookie that holds a visitor's session of one event. */
export function sessionCookieName(eventId: string): string {
  return `${NAME_PREFIX}${eventId}`;
}

function readRawFields(value: string): RawFields {
  const raw = {
    eventId: "",
    queueId: "",
    fixedValidityMinutes: "",
    redirectType: "",
    issueTime: "",
    hashedIp: "",
    hash: "",
  };
  for (const pair of value.split("&")) {
    const equals = pair.indexOf("=");
    const text = pair.slice(equals + 1);
    switch (pair.slice(0, Math.max(0, equals))) {
      case "EventId":
        raw.eventId = text;
        break;
      case "QueueId":
        raw.queueId = text;
        break;
      case "FixedValidityMins":
        raw.fixedValidityMinutes = text;
        break;
      case "RedirectType":
        raw.redirectType = text;
        break;
      case "IssueTime":
        raw.issueTime = text;
        break;
      case "Hip":
        raw.hashedIp = text;
        break;
      case "Hash":
        raw.hash = text;
    }
  }
  return raw;
}

/**
 * The hash covers the fields without anything between them. If a digit could wander from the
 * queue id into the validity, or from the issue time into the redirect type, a visitor could
 * lengthen the own session and the hash would still fit; if one could wander between event id and
 * queue id, a session of `sale` could count for `sale2`. So of a text with a UUID in it only the
 * reading that has it as queue id is accepted.
 */
function isUnambiguous(raw: RawFields): boolean {
  const { queueId, fixedValidityMinutes, redirectType, issueTime, hashedIp } = raw;
  if (!LETTERS.test(redirectType) || !UNIX_SECONDS.test(issueTime)) return false;
  if (hashedIp !== "" && !isHexDigest(hashedIp)) return false;
  if (fixedValidityMinutes !== "" && !MINUTES.test(fixedValidityMinutes)) return false;
  if (UUID.test(queueId) || queueId === "") return true;
  return fixedValidityMinutes === "" && !HAS_END_OF_UUID.test(queueId + redirectType);
}

function signedText(raw: Omit<RawFields, "hash">): string {
  return (
    raw.eventId +
    raw.queueId +
    raw.fixedValidityMinutes +
    raw.redirectType +
    raw.issueTime +
    raw.hashedIp
  );
}

function toCookie(raw: RawFields): SessionCookie {
  const fixed = raw.fixedValidityMinutes;
  return {
    eventId: raw.eventId,
    queueId: raw.queueId,
    fixedValidityMinutes: fixed === "" ? null : Number(fixed),
    redirectType: raw.redirectType,
    issuedUnixSeconds: Number(raw.issueTime),
    hashedIp: raw.hashedIp,
  };
}

function isExpired(cookie: SessionCookie, expected: SessionCookieExpectation): boolean {
  if (expected.cookieValidityMinutes === null) return false;
  const validityMinutes = cookie.fixedValidityMinutes ?? expected.cookieValidityMinutes;
  return !(cookie.issuedUnixSeconds + validityMinutes * 60 >= expected.nowUnixSeconds);
}

/**
 * Tells whether a session cookie (decoded) admits its visitor. Fields may stand in any order and
 * unknown ones are ignored. What can be refused without an HMAC is refused first. Never throws.
 */
export function verifySessionCookie(
  value: string,
  expected: SessionCookieExpectation,
): SessionCookieCheck {
  const raw = readRawFields(value.length > MAX_COOKIE_CHARACTERS ? "" : value);
  if (!isUnambiguous(raw)) return { valid: false, error: "malformed", cookie: null };
  const cookie = toCookie(raw);
  if (raw.eventId.toLowerCase() !== expected.eventId.toLowerCase()) {
    return { valid: false, error: "eventid", cookie };
  }
  if (isExpired(cookie, expected)) return { valid: false, error: "expired", cookie };
  const signed = { message: signedText(raw), digest: raw.hash };
  const secret = findSigningSecret(signed, secretsOf(expected, expected.eventId));
  if (secret === null) return { valid: false, error: "hash", cookie };
  const { clientIp } = expected;
  if (raw.hashedIp !== "" && clientIp && !isHmacSha256(secret, clientIp, raw.hashedIp)) {
    return { valid: false, error: "ip", cookie };
  }
  return { valid: true, cookie, extendable: cookie.fixedValidityMinutes === null };
}

/** A queue id that {@link verifySessionCookie} would not take back is left out. */
function storableQueueId(cookie: SessionCookie): string {
  const { queueId, redirectType } = cookie;
  if (UUID.test(queueId)) return queueId;
  const isAmbiguous =
    cookie.fixedValidityMinutes !== null || HAS_END_OF_UUID.test(queueId + redirectType);
  return isAmbiguous || BREAKS_THE_COOKIE.test(queueId) ? "" : queueId;
}

/**
 * Makes the value of a session cookie, not yet percent-encoded. The same fields with a new
 * `issuedUnixSeconds` extend a session.
 */
export function sealSessionCookie(cookie: SessionCookie, secret: string): string {
  const raw = {
    eventId: cookie.eventId,
    queueId: storableQueueId(cookie),
    fixedValidityMinutes: cookie.fixedValidityMinutes?.toString() ?? "",
    redirectType: cookie.redirectType.toLowerCase(),
    issueTime: Math.floor(cookie.issuedUnixSeconds).toString(),
    hashedIp: cookie.hashedIp,
  };
  const field = (name: string, text: string): string => (text === "" ? "" : `&${name}=${text}`);
  return (
    `EventId=${raw.eventId}` +
    field("QueueId", raw.queueId) +
    field("FixedValidityMins", raw.fixedValidityMinutes) +
    field("RedirectType", raw.redirectType) +
    field("IssueTime", raw.issueTime) +
    field("Hip", raw.hashedIp) +
    field("Hash", hmacSha256Hex(secret, signedText(raw)))
  );
}
