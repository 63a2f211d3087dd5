/**
 * Makes enqueue tokens (format QT1) on the customer's own server: the signed right to join a line,
 * with the visitor's key and quality. Needs Node.
 *
 * @module
 */

import { createCipheriv, createHash, randomUUID } from "node:crypto";
import {
  type EnqueueTokenCrypto,
  type EnqueueTokenFields,
  makeEnqueueToken,
} from "../../core/enqueue-token.ts";

const CIPHER = "aes-256-cbc";

const nodeCrypto: EnqueueTokenCrypto = {
  toBase64Url: (text) => Buffer.from(text).toString("base64url"),
  sha256Base64Url: (text) => createHash("sha256").update(text).digest("base64url"),
  encryptBase64Url: (text, { secret, tokenIdentifier }) => {
    const key = createHash("sha256").update(secret).digest();
    const vector = createHash("md5").update(tokenIdentifier).digest();
    const cipher = createCipheriv(CIPHER, key, vector);
    return Buffer.concat([cipher.update(text), cipher.final()]).toString("base64url");
  },
};

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
