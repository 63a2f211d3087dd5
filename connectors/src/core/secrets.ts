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
  /** Without it no binding to a user agent is checked. */
  readonly userAgent?: string | undefined;
}

/** What is wrong with a credential: nobody signed it, or it is bound to another address or user agent. */
export type Fault = "hash" | "ip" | "agent";

/**
 * Tells what is wrong with a credential that a secret of its event has to have signed. The first secret is
 * tried first, so a request costs one HMAC unless a rotation is going on.
 *
 * @param signedText - what its hash covers
 * @returns null when nothing is wrong
 */
export function faultOf(
  verifier: Verifier,
  credential: Credential,
  signedText: string,
): Fault | null {
  const { hashing, options } = verifier;
  const { eventId, hash } = credential;
  // What cannot be a digest is not worth an HMAC.
  if (hash.length !== DIGEST_DIGITS) return "hash";
  const signer = secretsOf(options, eventId).find(
    (secret) => secret && hashing.isHmac(secret, signedText, hash),
  );
  return signer ? bindingFaultOf(verifier, credential, [signer]) : "hash";
}

/** Tells whether a credential is bound to another address or user agent, by any of the secrets. */
export function bindingFaultOf(
  { hashing, clientIp, userAgent }: Verifier,
  { hashedIp, hashedAgent }: Credential,
  secrets: readonly string[],
): Exclude<Fault, "hash"> | null {
  const isBoundTo = (value: string, digest: string): boolean =>
    secrets.some((secret) => secret && hashing.isHmac(secret, value, digest));
  if (hashedIp && clientIp && !isBoundTo(clientIp, hashedIp)) return "ip";
  if (hashedAgent && userAgent !== undefined && !isBoundTo(userAgent, hashedAgent)) return "agent";
  return null;
}
