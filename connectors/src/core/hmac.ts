import { isHmacSha256 } from "./sha256.ts";

/**
 * HMAC-SHA256 of `message` under `key`, both taken as UTF-8, as 64 lower-case hex digits.
 */
export type HmacSha256Hex = (key: string, message: string) => string;

const DIGEST_DIGITS = 64;
const HEX_DIGEST = /^[0-9a-f]{64}$/;

/** Whether `text` could be a digest at all. */
export function isHexDigest(text: string): boolean {
  return HEX_DIGEST.test(text);
}

/**
 * Compares two texts without telling by its duration where they differ (only whether their
 * lengths do).
 */
export function equalsInConstantTime(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let index = 0; index < left.length; index += 1) {
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  }
  return difference === 0;
}

/**
 * Returns the secret under which `digest` was made of `message`, or null when there is none.
 * The first secret is tried first, so a request costs one HMAC unless a rotation is going on.
 */
export function findSigningSecret(
  { message, digest }: { readonly message: string; readonly digest: string },
  secrets: readonly string[],
): string | null {
  // What cannot be a digest is not worth an HMAC.
  if (digest.length !== DIGEST_DIGITS) return null;
  for (const secret of secrets) {
    if (secret !== "" && isHmacSha256(secret, message, digest)) return secret;
  }
  return null;
}
