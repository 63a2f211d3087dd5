import { joinFields, readFields } from "./fields.ts";
import type { HmacSha256Hex } from "./hmac.ts";
import { faultOf, LETTERS, type Verifier } from "./secrets.ts";

const NAME_PREFIX = "QueueITAccepted-SDFrts345E-V3_";
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The end of a UUID, wherever it stands. */
const HAS_END_OF_UUID = /-[0-9a-f]{12}/i;
const UNIX_SECONDS = /^\d{1,12}$/;
const MINUTES_OR_NONE = /^\d{0,9}$/;
const DIGEST_OR_NONE = /^(?:[0-9a-f]{64})?$/;
/** Longer values are refused unread: a real one has about 250 characters. */
const MAX_COOKIE_CHARACTERS = 1024;

/** In the order in which they are written; the hash covers those before it, in this order. */
const NAMES = [
  "EventId",
  "QueueId",
  "FixedValidityMins",
  "RedirectType",
  "IssueTime",
  "Hip",
  "Hash",
] as const;

/** The fields of a session cookie as they are written; "" for those that it does not have. */
export type SessionFields = [
  eventId: string,
  queueId: string,
  fixedMinutes: string,
  redirectType: string,
  issueTime: string,
  hashedIp: string,
  hash: string,
];

/** Why a session cookie does not count. */
export type SessionCookieError = "malformed" | "eventid" | "expired" | "hash" | "ip";

/** Returns the name of the cookie that holds a visitor's session of one event. */
export function sessionCookieName(eventId: string): string {
  return NAME_PREFIX + eventId;
}

function signedText([eventId, queueId, minutes, redirectType, issueTime, hashedIp]: SessionFields) {
  return eventId + queueId + minutes + redirectType + issueTime + hashedIp;
}

/**
 * The hash covers the fields without anything between them. If a digit could wander from the
 * queue id into the validity, or from the issue time into the redirect type, a visitor could
 * lengthen the own session and the hash would still fit; if one could wander between event id and
 * queue id, a session of `sale` could count for `sale2`. So of a text with a UUID in it only the
 * reading that has it as queue id is accepted.
 */
function isUnambiguous([, queueId, fixedMinutes, redirectType]: SessionFields): boolean {
  if (UUID.test(queueId) || queueId === "") return true;
  return fixedMinutes === "" && !HAS_END_OF_UUID.test(queueId + redirectType);
}

/** Reads a session cookie (decoded) without judging it. Never throws. */
export function readSession(value: string): SessionFields {
  return readFields(value.length > MAX_COOKIE_CHARACTERS ? "" : value, "&=", NAMES);
}

/**
 * Tells why a session does not admit its visitor; null when it does. What can be refused without an
 * HMAC is refused first. Never throws.
 *
 * @param eventId - compared ignoring case
 * @param validityMinutes - how long it lasts when it does not say so; null ignores time (cancelling)
 */
export function sessionErrorOf(
  session: SessionFields,
  eventId: string,
  validityMinutes: number | null,
  nowUnixSeconds: number,
  verifier: Verifier,
): SessionCookieError | null {
  const [ownEventId, , fixedMinutes, redirectType, issueTime, hashedIp, hash] = session;
  const isWellFormed =
    LETTERS.test(redirectType) &&
    UNIX_SECONDS.test(issueTime) &&
    MINUTES_OR_NONE.test(fixedMinutes) &&
    DIGEST_OR_NONE.test(hashedIp);
  if (!isWellFormed || !isUnambiguous(session)) return "malformed";
  if (ownEventId.toLowerCase() !== eventId.toLowerCase()) return "eventid";
  const endsUnixSeconds = Number(issueTime) + Number(fixedMinutes || validityMinutes) * 60;
  if (endsUnixSeconds < nowUnixSeconds && validityMinutes !== null) return "expired";
  return faultOf(verifier, eventId, signedText(session), hash, hashedIp);
}

/**
 * Writes a session cookie, not yet percent-encoded. A queue id that {@link sessionErrorOf} would not
 * take back is left out.
 */
export function writeSession(given: SessionFields, secret: string, hmac: HmacSha256Hex): string {
  const [eventId, queueId, ...rest] = given;
  const isStorable = isUnambiguous(given) && !/[&=]/.test(queueId);
  const fields: SessionFields = [eventId, isStorable ? queueId : "", ...rest];
  fields[6] = hmac(secret, signedText(fields));
  return joinFields(NAMES.map((name, index) => [name, fields[index] ?? ""]));
}
