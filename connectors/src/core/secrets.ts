import type { Credential } from "./credential.ts";
import type { Hashing } from "./hmac.ts";

const DIGEST_DIGITS = 64;

/** One secret at least: the first signs, all of them verify. */
export type SecretList = readonly [string, ...string[]];

/** The secrets of a customer, and of those events that have their own. */
export interface Secrets {
  readonly secrets: SecretList;
  /**
   * By event id in lower case. An event with secrets of its own is verified and signed with these
   * alone: whoever learns another secret, the customer's included, gets nobody into it.
   */
  readonly eventSecrets?: ReadonlyMap<string, SecretList> | undefined;
}

/** Returns the secrets that count for an event. */
export function secretsOf({ secrets, eventSecrets }: Secrets, eventId: string): SecretList {
  return eventSecrets?.get(eventId.toLowerCase()) ?? secrets;
}

/** What signatures are checked with. */
export interface Verifier {
  readonly options: Secrets;
  readonly hashing: Hashing;
  /** Without it no address binding is checked. */
  readonly clientIp?: string | undefined;
}

/**
 * Tells what is wrong with a credential: no secret of its event made its hash, or it is bound to
 * another address. The first secret is tried first, so a request costs one HMAC unless a rotation is
 * going on.
 *
 * @param signedText - what its hash covers
 * @returns null when nothing is wrong
 */
export function faultOf(
  { hashing, options, clientIp }: Verifier,
  { eventId, hashedIp, hash }: Credential,
  signedText: string,
): "hash" | "ip" | null {
  // What cannot be a digest is not worth an HMAC.
  if (hash.length !== DIGEST_DIGITS) return "hash";
  const signer = secretsOf(options, eventId).find(
    (secret) => secret && hashing.isHmac(secret, signedText, hash),
  );
  if (!signer) return "hash";
  const isElsewhere = hashedIp && clientIp && !hashing.isHmac(signer, clientIp, hashedIp);
  return isElsewhere ? "ip" : null;
}
