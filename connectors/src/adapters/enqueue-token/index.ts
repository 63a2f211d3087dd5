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

/** Longer ones are refused: real tokens have a few hundred characters. */
const LONGEST = 4_096;
/** As milliseconds a smaller time lies before 1973: it was meant as seconds. */
const FIRST_MILLISECONDS = 100_000_000_000;

/** Throws for what would make a token that no waiting room ever takes. */
function requireTakable(fields: MintEnqueueToken, nowMs: number): void {
  for (const name of ["customerId", "eventId", "key", "tokenIdentifier"] as const) {
    const value: unknown = fields[name];
    if (value !== undefined && typeof value !== "string")
      throw new RangeError(`${name} has to be a text, not ${String(value)}`);
  }
  for (const name of ["issuedAtMs", "expiresAtMs"] as const) {
    const value: unknown = fields[name];
    if (value === undefined) continue;
    if (typeof value !== "number" || !Number.isFinite(value))
      throw new RangeError(`${name} has to be milliseconds since 1970, not ${String(value)}`);
    if (value < FIRST_MILLISECONDS)
      throw new RangeError(
        `${name} has to be milliseconds since 1970: ${value} looks like seconds`,
      );
  }
  const { expiresAtMs } = fields;
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs)
    throw new RangeError(`expiresAtMs has to be in the future: ${expiresAtMs} is over`);
}

/**
 * Makes an enqueue token.
 *
 * @param secret - the event's secret, or the customer's when no event is named; used as UTF-8 text
 * @returns the token, safe to put into a URL as it is
 * @throws RangeError, naming the field, for what would make a token that can never be taken: an empty secret or customer, an
 *   end that is over, seconds instead of milliseconds, a quality beyond 0 to 1, more than 4,096 characters
 *
 * @example
 * const token = mintEnqueueToken({ customerId: "acme", eventId: "sale", key: user.email }, secret);
 * response.redirect(`https://room.example.com/?c=acme&e=sale&enqueuetoken=${token}`);
 */
export function mintEnqueueToken(fields: MintEnqueueToken, secret: string): string {
  const nowMs = Date.now();
  requireTakable(fields, nowMs);
  const { tokenIdentifier = randomUUID(), issuedAtMs = nowMs } = fields;
  const token = makeEnqueueToken({ ...fields, tokenIdentifier, issuedAtMs }, secret, nodeCrypto);
  if (token.length <= LONGEST) return token;
  throw new RangeError(
    `The token may have ${LONGEST} characters and has ${token.length}: shorten ${longestField(fields)}`,
  );
}

/** The field that takes most of a token. */
function longestField(fields: MintEnqueueToken): string {
  const lengths = Object.entries(fields).map(([name, value]): [string, number] => [
    name,
    JSON.stringify(value)?.length ?? 0,
  ]);
  return lengths.reduce((most, one) => (one[1] > most[1] ? one : most), ["key", 0])[0];
}
