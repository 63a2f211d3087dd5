import { readFields } from "./fields.ts";
import { faultOf, LETTERS, type Verifier } from "./secrets.ts";

/** Longer texts are refused unread: a real token has about 200 characters. */
const MAX_TOKEN_CHARACTERS = 2048;

const NAMES = ["e", "q", "ts", "cv", "rt", "hip", "h"] as const;

/** The fields of a `queueittoken` as they are written; "" for those that it does not have. */
export type TokenFields = readonly [
  eventId: string,
  queueId: string,
  expires: string,
  validityMinutes: string,
  redirectType: string,
  hashedIp: string,
  hash: string,
];

/** Why a token is refused; the word is also the path of the error page. */
export type QueueTokenError = "hash" | "eventid" | "timestamp" | "ip";

/** Reads a token without judging it. Never throws. */
export function readToken(text: string): TokenFields {
  return readFields(text.length > MAX_TOKEN_CHARACTERS ? "" : text, "~_", NAMES);
}

/** The text that the hash covers: the token without its hash. */
export function signedTextOf(text: string, hash: string): string {
  return hash === "" ? text : text.replace(`~h_${hash}`, () => "");
}

/** Whether somebody with a secret made this to see what a connector does. It admits nobody. */
export function isDebug(redirectType: string): boolean {
  return redirectType.toLowerCase() === "debug";
}

/**
 * Tells why a token does not admit: not signed by a secret of its event, not for one of the expected
 * events (compared exactly), expired (without tolerance) or bound to another address, asked in this
 * order. A token without a redirect type of plain letters is refused as `hash`. Never throws.
 *
 * @returns null when it admits
 */
export function tokenErrorOf(
  text: string,
  fields: TokenFields,
  eventIds: readonly string[],
  nowUnixSeconds: number,
  verifier: Verifier,
): QueueTokenError | null {
  const [eventId, , expires, , redirectType, hashedIp, hash] = fields;
  const fault = faultOf(verifier, eventId, signedTextOf(text, hash), hash, hashedIp);
  if (fault === "hash" || !LETTERS.test(redirectType)) return "hash";
  if (!eventIds.includes(eventId)) return "eventid";
  return Number.parseInt(expires, 10) >= nowUnixSeconds ? fault : "timestamp";
}
