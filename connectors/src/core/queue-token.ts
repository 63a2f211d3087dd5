import { findSigningSecret, type HmacSha256Hex } from "./hmac.ts";
import { type Secrets, secretsOf } from "./secrets.ts";
import { hmacSha256Hex, isHmacSha256 } from "./sha256.ts";

/** Longer texts are refused unread: a real token has about 200 characters. */
const MAX_TOKEN_CHARACTERS = 2048;
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
  readonly hash: string;
  /** The text that the hash covers: the token without its hash. */
  readonly signedText: string;
}

/** Why a token is refused; the word is also the path of the error page. */
export type QueueTokenError = "hash" | "eventid" | "timestamp" | "ip";

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
}

function readFields(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const group of text.split("~")) {
    const split = group.indexOf("_");
    if (split !== -1 && split === group.lastIndexOf("_")) {
      fields.set(group.slice(0, split), group.slice(split + 1));
    }
  }
  return fields;
}

function toInteger(text: string | undefined): number {
  const parsed = Number.parseInt(text ?? "", 10);
  return Number.isNaN(parsed) ? 0 : parsed;
}

/**
 * Reads a token without judging it. Groups that are not exactly `key_value` are skipped, unknown
 * keys are ignored (though signed), and of a repeated key the last counts. Never throws.
 */
export function parseQueueToken(text: string): QueueToken {
  const fields = readFields(text.length > MAX_TOKEN_CHARACTERS ? "" : text);
  const hash = fields.get("h") ?? "";
  const cookieValidityMinutes = toInteger(fields.get("cv"));
  return {
    eventId: fields.get("e") ?? "",
    queueId: fields.get("q") ?? "",
    expiresUnixSeconds: toInteger(fields.get("ts")),
    extendableCookie: fields.get("ce")?.toLowerCase() === "true",
    cookieValidityMinutes: cookieValidityMinutes === 0 ? null : cookieValidityMinutes,
    redirectType: fields.get("rt") ?? "",
    hashedIp: fields.get("hip") ?? "",
    hash,
    signedText: hash === "" ? text : text.replace(`~h_${hash}`, () => ""),
  };
}

/** Whether somebody with a secret made this to see what a connector does. It admits nobody. */
export function isDebug({ redirectType }: Pick<QueueToken, "redirectType">): boolean {
  return redirectType.toLowerCase() === "debug";
}

/**
 * Tells whether a token admits: signed by a secret of its event, for one of the expected events,
 * not expired (without tolerance) and not bound to another address, asked in this order. A token
 * without a redirect type of plain letters is refused as `hash`. Never throws.
 */
export function verifyQueueToken(text: string, expected: QueueTokenExpectation): QueueTokenCheck {
  const token = parseQueueToken(text);
  const refuse = (error: QueueTokenError): QueueTokenCheck => ({ valid: false, error, token });

  if (!REDIRECT_TYPE.test(token.redirectType)) return refuse("hash");
  const signed = { message: token.signedText, digest: token.hash };
  const secret = findSigningSecret(signed, secretsOf(expected, token.eventId));
  if (secret === null) return refuse("hash");
  if (!expected.eventIds.includes(token.eventId)) return refuse("eventid");
  if (token.expiresUnixSeconds < expected.nowUnixSeconds) return refuse("timestamp");
  const { clientIp } = expected;
  if (token.hashedIp !== "" && clientIp && !isHmacSha256(secret, clientIp, token.hashedIp)) {
    return refuse("ip");
  }
  return { valid: true, token };
}

function requireSafe(name: string, value: string, pattern: RegExp): void {
  if (!pattern.test(value)) throw new RangeError(`${name} cannot stand in a queue token`);
}

/**
 * Makes a token that every public connector accepts: fields in the order `e q ts ce cv rt hip h`,
 * redirect type and hash in lower case.
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
  const signedText = groups.join("~");
  return `${signedText}~h_${hmac(secret, signedText)}`;
}
