/**
 * Makes enqueue tokens (format QT1) on the customer's own server: the signed right to join a line,
 * with the visitor's key and quality. Needs Node.
 *
 * @module
 */

import { randomUUID } from "node:crypto";
import { type EnqueueTokenFields, makeEnqueueToken } from "../../core/enqueue-token.ts";
import { nodeCrypto } from "./node-crypto.ts";

/** What goes into a new enqueue token; what is left out is filled in. */
export interface MintEnqueueToken
  extends Omit<EnqueueTokenFields, "tokenIdentifier" | "issuedAtMs"> {
  /** Default: a new UUID. */
  readonly tokenIdentifier?: string | undefined;
  /** Milliseconds since 1970. Default: now. */
  readonly issuedAtMs?: number | undefined;
}

/**
 * Makes an enqueue token.
 *
 * @param secret - the event's secret, or the customer's when no event is named; used as UTF-8 text
 * @returns the token, safe to put into a URL as it is
 * @throws RangeError when secret or customer are empty or a number is out of range
 *
 * @example
 * const token = mintEnqueueToken({ customerId: "acme", eventId: "sale", key: user.email }, secret);
 * response.redirect(`https://room.example.com/?c=acme&e=sale&enqueuetoken=${token}`);
 */
export function mintEnqueueToken(fields: MintEnqueueToken, secret: string): string {
  const { tokenIdentifier = randomUUID(), issuedAtMs = Date.now() } = fields;
  return makeEnqueueToken({ ...fields, tokenIdentifier, issuedAtMs }, secret, nodeCrypto);
}
