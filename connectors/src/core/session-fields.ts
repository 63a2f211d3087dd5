import { joinFields, readFields } from "./fields.ts";
import type { HmacSha256Hex } from "./hmac.ts";
import { decodePercent } from "./percent-encoding.ts";
import { faultOf, type Verifier } from "./secrets.ts";

const UUID_OR_NONE = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i;
/** The end of a UUID, wherever it stands. */
const HAS_END_OF_UUID = /-[0-9a-f]{12}/i;
/** Redirect type, issue time, fixed minutes or none, hash of an address or none. */
const WELL_FORMED = /^[A-Za-z]+,\d{1,12},\d{0,9},([0-9a-f]{64})?$/;

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

/** What the hash of a session covers, in this order; "" for what it does not have. */
type SignedFields = [
  eventId: string,
  queueId: string,
  fixedMinutes: string,
  redirectType: string,
  issueTime: string,
  hashedIp: string,
];

/** The fields of a session cookie as they are written. */
export type SessionFields = [...SignedFields, hash: string];

/** Why a session cookie does not count. */
export type SessionCookieError = "malformed" | "eventid" | "expired" | "hash" | "ip";

/** Returns the name of the cookie that holds a visitor's session of one event. */
export function sessionCookieName(eventId: string): string {
  return `QueueITAccepted-SDFrts345E-V3_${eventId}`;
}

/**
 * The hash covers the fields without anything between them. If a digit could wander from the
 * queue id into the validity, or from the issue time into the redirect type, a visitor could
 * lengthen the own session and the hash would still fit; if one could wander between event id and
 * queue id, a session of `sale` could count for `sale2`. So of a text with a UUID in it only the
 * reading that has it as queue id is accepted.
 */
function isUnambiguous([, queueId, fixedMinutes, redirectType]:
  | SignedFields
  | SessionFields): boolean {
  if (UUID_OR_NONE.test(queueId)) return true;
  return fixedMinutes === "" && !HAS_END_OF_UUID.test(queueId + redirectType);
}

/**
 * Reads a session cookie as it was sent, without judging it. Never throws. It is taken apart as it stands:
 * what stands between its fields is escaped everywhere or nowhere, and only the queue id has other escapes.
 */
export function readSession(sent: string): SessionFields {
  const [equals = "="] = /=|%3d/i.exec(sent) ?? [];
  const fields = readFields(sent, equals[1] ? "%26" : "&", equals, NAMES);
  fields[1] = decodePercent(fields[1]);
  return fields;
}

/**
 * Tells why a session does not admit its visitor; null when it does. What can be refused without an
 * HMAC is refused first. Never throws.
 *
 * @param eventId - compared ignoring case
 * @param validityMinutes - how long it lasts when it does not say so
 * @param atUnixSeconds - when it has to go on; 0 ignores time (cancelling)
 */
export function sessionErrorOf(
  session: SessionFields,
  eventId: string,
  validityMinutes: number,
  atUnixSeconds: number,
  verifier: Verifier,
): SessionCookieError | null {
  const [ownEventId, queueId, fixedMinutes, redirectType, issueTime, hashedIp, hash] = session;
  const form = [redirectType, issueTime, fixedMinutes, hashedIp].join();
  if (!WELL_FORMED.test(form) || !isUnambiguous(session)) return "malformed";
  const isOfEvent = ownEventId === eventId || ownEventId.toLowerCase() === eventId.toLowerCase();
  if (!isOfEvent) return "eventid";
  const endsUnixSeconds = Number(issueTime) + Number(fixedMinutes || validityMinutes) * 60;
  if (endsUnixSeconds < atUnixSeconds) return "expired";
  return faultOf(
    verifier,
    eventId,
    ownEventId + queueId + fixedMinutes + redirectType + issueTime + hashedIp,
    hash,
    hashedIp,
  );
}

/**
 * Writes a session cookie, not yet percent-encoded; it is signed anew. A queue id that
 * {@link sessionErrorOf} would not take back is left out.
 */
export function writeSession(session: SignedFields, secret: string, hmac: HmacSha256Hex): string {
  const fields: string[] = [...session];
  if (!isUnambiguous(session) || /[&=]/.test(session[1])) fields[1] = "";
  fields.push(hmac(secret, fields.join("")));
  return joinFields(NAMES.map((name, index) => [name, fields[index] ?? ""]));
}
