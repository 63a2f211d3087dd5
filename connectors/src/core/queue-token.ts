import { readFields } from "./fields.ts";
import type { HmacSha256Hex } from "./hmac.ts";
import type { Secrets } from "./secrets.ts";
import { hmacSha256Hex, plainHashing } from "./sha256.ts";
import { type QueueTokenError, readToken, type TokenFields, tokenErrorOf } from "./token-fields.ts";

const SAFE_VALUE = /^[A-Za-z0-9.-]+$/;
const REDIRECT_TYPE = /^[A-Za-z]+$/;

/** The fields of a `queueittoken`, as read; absent texts are "". */
export interface QueueToken {
  readonly eventId: string;
  readonly queueId: string;
  /** Unix seconds; 0 when missing or not a number. */
  readonly expiresUnixSeconds: number;
  readonly extendableCookie: boolean;
  /** Minutes that the session lasts whatever happens; null when the config decides. */
  readonly cookieValidityMinutes: number | null;
  readonly redirectType: string;
  readonly hashedIp: string;
  /** "" when it is not bound to a user agent. */
  readonly hashedAgent: string;
  readonly hash: string;
  /** The text that the hash covers: the token without its hash. */
  readonly signedText: string;
}

/** The outcome of {@link verifyQueueToken}. */
export type QueueTokenCheck =
  | { readonly valid: true; readonly token: QueueToken }
  | { readonly valid: false; readonly error: QueueTokenError; readonly token: QueueToken };

/** What a token is checked against. Any secret of its event may have signed it. */
export interface QueueTokenExpectation extends Secrets {
  /** Ids of the events it may be for, compared exactly. */
  readonly eventIds: readonly string[];
  readonly nowUnixSeconds: number;
  /** Checked against the token's IP hash when both are known. */
  readonly clientIp?: string | undefined;
  /** Checked against the token's hash of a user agent when both are known. */
  readonly userAgent?: string | undefined;
}

/** What goes into a new token. */
export interface QueueTokenFields {
  readonly eventId: string;
  readonly queueId: string;
  readonly expiresUnixSeconds: number;
  readonly extendableCookie: boolean;
  readonly cookieValidityMinutes?: number | undefined;
  readonly redirectType: string;
  /** Binds the token to this address. Several public connectors do not check it. */
  readonly clientIp?: string | undefined;
  /** Binds the token to this user agent. Only our connectors check it. */
  readonly userAgent?: string | undefined;
}

function toQueueToken(text: string, fields: TokenFields): QueueToken {
  // Only the waiting room asks for this field; connectors go by the config.
  const { isExtendable } = readFields(text, "~", "_", { isExtendable: "ce" });
  return {
    eventId: fields.eventId,
    queueId: fields.queueId,
    expiresUnixSeconds: Number.parseInt(fields.expires, 10) || 0,
    extendableCookie: isExtendable.toLowerCase() === "true",
    cookieValidityMinutes: Number.parseInt(fields.fixedMinutes, 10) || null,
    redirectType: fields.redirectType,
    hashedIp: fields.hashedIp,
    hashedAgent: fields.hashedAgent,
    hash: fields.hash,
    signedText: text.replace(`~h_${fields.hash}`, ""),
  };
}

/**
 * Reads a token without judging it. Groups that are not exactly `key_value` are skipped, unknown
 * keys are ignored (though signed), and of a repeated key the last counts. Never throws.
 */
export function parseQueueToken(text: string): QueueToken {
  return toQueueToken(text, readToken(text));
}

/**
 * Tells whether a token admits: signed by a secret of its event, for one of the expected events,
 * not expired (without tolerance) and not bound to another address, asked in this order. A token
 * without a redirect type of plain letters is refused as `hash`. Never throws.
 */
export function verifyQueueToken(text: string, expected: QueueTokenExpectation): QueueTokenCheck {
  const fields = readToken(text);
  const { eventIds, nowUnixSeconds, clientIp, userAgent } = expected;
  const verifier = { options: expected, clientIp, userAgent, hashing: plainHashing };
  const error = tokenErrorOf(text, fields, eventIds, nowUnixSeconds, verifier);
  const token = toQueueToken(text, fields);
  return error === null ? { valid: true, token } : { valid: false, error, token };
}

function requireSafe(name: string, value: string, pattern: RegExp): void {
  if (!pattern.test(value)) throw new RangeError(`${name} cannot stand in a queue token`);
}

/**
 * Makes a token that every public connector accepts: fields in the order `e q ts ce cv rt hip h`,
 * redirect type and hash in lower case. What binds it to a user agent (`hua`) stands before the hash.
 *
 * @param secret - the event's active secret, or else the customer's; used as UTF-8 text
 * @returns the token, safe to put into a URL as it is
 * @throws RangeError when an id is empty or has a character that would break the token or the
 * session cookie made of it
 */
export function mintQueueToken(
  fields: QueueTokenFields,
  secret: string,
  hmac: HmacSha256Hex = hmacSha256Hex,
): string {
  requireSafe("eventId", fields.eventId, SAFE_VALUE);
  requireSafe("queueId", fields.queueId, SAFE_VALUE);
  requireSafe("redirectType", fields.redirectType, REDIRECT_TYPE);
  if (secret === "") throw new RangeError("A queue token needs a secret");
  const groups = [
    `e_${fields.eventId}`,
    `q_${fields.queueId}`,
    `ts_${Math.floor(fields.expiresUnixSeconds)}`,
    `ce_${fields.extendableCookie}`,
  ];
  if (fields.cookieValidityMinutes !== undefined) groups.push(`cv_${fields.cookieValidityMinutes}`);
  groups.push(`rt_${fields.redirectType.toLowerCase()}`);
  if (fields.clientIp !== undefined) groups.push(`hip_${hmac(secret, fields.clientIp)}`);
  if (fields.userAgent !== undefined) groups.push(`hua_${hmac(secret, fields.userAgent)}`);
  const signedText = groups.join("~");
  return `${signedText}~h_${hmac(secret, signedText)}`;
}
