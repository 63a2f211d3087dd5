import type { Credential } from "./credential.ts";
import { readFields, writeFields } from "./fields.ts";
import type { HmacSha256Hex } from "./hmac.ts";
import { decodePercent } from "./percent-encoding.ts";
import { faultOf, type Verifier } from "./secrets.ts";

const UUID_OR_NONE = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i;
/** The end of a UUID, wherever it stands. */
const HAS_END_OF_UUID = /-[0-9a-f]{12}/i;
/** Redirect type, issue time, fixed minutes or none, hashes of an address and of a user agent or none. */
const WELL_FORMED = /^[A-Za-z]+,\d{1,12},\d{0,9}(,([0-9a-f]{64})?){2}$/;

/** The fields of a session cookie as they are written; "" for those that it does not have. */
export interface SessionFields extends Credential {
  /** Unix seconds: when it was started or last extended. */
  readonly issueTime: string;
}

/** In the order in which they are written. */
const NAMES: Readonly<Record<keyof SessionFields, string>> = {
  eventId: "EventId",
  queueId: "QueueId",
  fixedMinutes: "FixedValidityMins",
  redirectType: "RedirectType",
  issueTime: "IssueTime",
  hashedIp: "Hip",
  hashedAgent: "Hua",
  hash: "Hash",
};

/** Why a session cookie does not count. */
export type SessionCookieError = "malformed" | "eventid" | "expired" | "hash" | "ip" | "agent";

/** Returns the name of the cookie that holds a visitor's session of one event. */
export function sessionCookieName(eventId: string): string {
  return `QueueITAccepted-SDFrts345E-V3_${eventId}`;
}

/**
 * Tells whether the hash of a session fits one reading of its text only. It covers the fields without
 * anything between them. If a digit could wander from the queue id into the validity, or from the
 * issue time into the redirect type, visitors could lengthen their sessions and the hash would still
 * fit; if one could wander between event id and queue id, a session of `sale` could count for `sale2`.
 * So of a text with a UUID in it only the reading that has it as queue id is accepted.
 */
function isUnambiguous({ queueId, fixedMinutes, redirectType }: SessionFields): boolean {
  if (UUID_OR_NONE.test(queueId)) return true;
  return fixedMinutes === "" && !HAS_END_OF_UUID.test(queueId + redirectType);
}

/** Returns what the hash of a session covers. */
function signedTextOf(session: SessionFields): string {
  const { eventId, queueId, fixedMinutes, redirectType, issueTime, hashedIp, hashedAgent } =
    session;
  // No digit of a hash is a "u": what binds to a user agent never reads as what binds to an address.
  const agent = hashedAgent && `ua${hashedAgent}`;
  return eventId + queueId + fixedMinutes + redirectType + issueTime + hashedIp + agent;
}

/**
 * Reads a session cookie as it was sent, without judging it. The separators are escaped everywhere or
 * nowhere, so the text is split before anything is decoded; of the values only the queue id can have
 * escapes. Unknown names are skipped, and of a repeated name the last counts. Never throws.
 */
export function readSession(sent: string): SessionFields {
  const [equals = "="] = /=|%3d/i.exec(sent) ?? [];
  const session = readFields(sent, equals[1] ? "%26" : "&", equals, NAMES);
  session.queueId = decodePercent(session.queueId);
  return session;
}

/**
 * Tells why a session does not admit its visitor. What can be refused without an HMAC is refused
 * first. Never throws.
 *
 * @param eventId - compared ignoring case
 * @param validityMinutes - how long a session lasts that does not say so itself
 * @param atUnixSeconds - when it must still be valid; 0 ignores time (cancelling)
 * @returns null when it admits
 */
export function sessionErrorOf(
  session: SessionFields,
  eventId: string,
  validityMinutes: number,
  atUnixSeconds: number,
  verifier: Verifier,
): SessionCookieError | null {
  const { eventId: ownEventId, fixedMinutes, redirectType, issueTime } = session;
  const { hashedIp, hashedAgent } = session;
  const form = [redirectType, issueTime, fixedMinutes, hashedIp, hashedAgent].join();
  if (!WELL_FORMED.test(form) || !isUnambiguous(session)) return "malformed";
  const isOfEvent = ownEventId === eventId || ownEventId.toLowerCase() === eventId.toLowerCase();
  if (!isOfEvent) return "eventid";
  const endsUnixSeconds = Number(issueTime) + Number(fixedMinutes || validityMinutes) * 60;
  if (endsUnixSeconds < atUnixSeconds) return "expired";
  return faultOf(verifier, session, signedTextOf(session));
}

/**
 * Writes a session cookie, not yet percent-encoded, and signs it. A queue id that
 * {@link sessionErrorOf} would not take back is left out.
 *
 * @param secret - the first secret of the session's event
 */
export function writeSession(given: SessionFields, secret: string, hmac: HmacSha256Hex): string {
  // Copied alone: a copy with more properties takes V8 as long as the signature.
  const session = { ...given };
  if (!isUnambiguous(given) || /[&=]/.test(given.queueId)) session.queueId = "";
  session.hash = hmac(secret, signedTextOf(session));
  return writeFields(session, NAMES);
}
