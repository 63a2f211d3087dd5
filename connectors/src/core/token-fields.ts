import { readFields } from "./fields.ts";
import { faultOf, LETTERS, type Verifier } from "./secrets.ts";

const NAMES = ["e", "q", "cv", "rt", "ts", "hip", "h"] as const;

/**
 * The fields of a `queueittoken` as they are written; "" for those that it does not have. In the order
 * of a session's, which they become.
 */
export type TokenFields = readonly [
  eventId: string,
  queueId: string,
  validityMinutes: string,
  redirectType: string,
  expires: string,
  hashedIp: string,
  hash: string,
];

/** Why a token is refused; the word is also the path of the error page. */
export type QueueTokenError = "hash" | "eventid" | "timestamp" | "ip";

/** Reads a token without judging it. Never throws. */
export function readToken(text: string): TokenFields {
  return readFields(text, "~", "_", NAMES);
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
  const [eventId, , , redirectType, expires, hashedIp, hash] = fields;
  const fault = faultOf(verifier, eventId, text.replace(`~h_${hash}`, ""), hash, hashedIp);
  if (fault === "hash" || !LETTERS.test(redirectType)) return "hash";
  if (!eventIds.includes(eventId)) return "eventid";
  return Number(expires) >= nowUnixSeconds ? fault : "timestamp";
}
