import { type Credential, LETTERS } from "./credential.ts";
import { readFields } from "./fields.ts";
import { faultOf, type Verifier } from "./secrets.ts";

/** The fields of a `queueittoken` as they are written; "" for those that it does not have. */
export interface TokenFields extends Credential {
  /** Unix seconds. */
  readonly expires: string;
}

const NAMES: Readonly<Record<keyof TokenFields, string>> = {
  eventId: "e",
  queueId: "q",
  expires: "ts",
  fixedMinutes: "cv",
  redirectType: "rt",
  hashedIp: "hip",
  hashedAgent: "hua",
  hash: "h",
};

/** Why a token is refused; each but `agent`, which sends back to the line, is also the path of an error page. */
export type QueueTokenError = "hash" | "eventid" | "timestamp" | "ip" | "agent";

/** Reads a token without judging it. Never throws. */
export function readToken(text: string): TokenFields {
  return readFields(text, "~", "_", NAMES);
}

/**
 * Tells why a token does not admit: not signed by a secret of its event, not for one of the expected
 * events (compared exactly), expired (without tolerance) or bound to another address or user agent, asked
 * in this order. A token without a redirect type of plain letters is refused as `hash`. Never throws.
 *
 * @param text - the token as it was sent
 * @param token - what {@link readToken} makes of it
 * @param eventIds - of the events that it may be for
 * @returns null when it admits
 */
export function tokenErrorOf(
  text: string,
  token: TokenFields,
  eventIds: readonly string[],
  nowUnixSeconds: number,
  verifier: Verifier,
): QueueTokenError | null {
  const { eventId, redirectType, expires } = token;
  const fault = faultOf(verifier, token, text.replace(`~h_${token.hash}`, ""));
  if (fault === "hash" || !LETTERS.test(redirectType)) return "hash";
  if (!eventIds.includes(eventId)) return "eventid";
  return Number(expires) >= nowUnixSeconds ? fault : "timestamp";
}
