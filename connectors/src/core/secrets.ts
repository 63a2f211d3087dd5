import type { Hashing } from "./hmac.ts";

const DIGEST_DIGITS = 64;
/** What a redirect type is, in a token and in a session. */
export const LETTERS: RegExp = /^[A-Z]+$/i;

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

/** The secrets that count for an event. */
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
 * What is wrong with a signed text: no secret of its event made the digest, or it is bound to
 * another address. The first secret is tried first, so a request costs one HMAC unless a rotation is
 * going on.
 *
 * @param hashedIp - the HMAC of the address that it is bound to; "" when it is bound to none
 */
export function faultOf(
  { hashing, options, clientIp }: Verifier,
  eventId: string,
  message: string,
  digest: string,
  hashedIp: string,
): "hash" | "ip" | null {
  // What cannot be a digest is not worth an HMAC.
  if (digest.length !== DIGEST_DIGITS) return "hash";
  const signer = secretsOf(options, eventId).find(
    (secret) => secret && hashing.isHmac(secret, message, digest),
  );
  if (!signer) return "hash";
  const isElsewhere = hashedIp && clientIp && !hashing.isHmac(signer, clientIp, hashedIp);
  return isElsewhere ? "ip" : null;
}
