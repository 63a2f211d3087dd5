import { andThen, type MaybePromise, type VerifyEd25519 } from "./runtime.ts";

/** The header that carries the signature of a pulled config. */
export const SIGNATURE_HEADER = "x-stanchion-config-signature";

/** As the header of a pull has it, or alone, as it comes with a push. */
const SIGNATURE = /(?:^|,\s*signature=)([\w-]{86})$/;
const PUBLIC_KEY_BYTES = 32;

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** @throws TypeError when a key is not 32 bytes in base64url */
export function readPublicKeys(keys: readonly string[]): readonly Uint8Array<ArrayBuffer>[] {
  return keys.map((key) => {
    const bytes = /^[\w-]{43}$/.test(key) ? fromBase64Url(key) : null;
    if (bytes?.length !== PUBLIC_KEY_BYTES) {
      throw new TypeError("configPublicKeys is not a list of 32 bytes in base64url");
    }
    return bytes;
  });
}

const verifyByWebCrypto: VerifyEd25519 = async (publicKey, signature, bytes) => {
  const { subtle } = crypto;
  const key = await subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
  return subtle.verify("Ed25519", key, signature, bytes);
};

/**
 * Whether one of the keys signed exactly this text (as UTF-8).
 *
 * @param written - `keyid=…, signature=…`, the signature alone, or null when there is none
 * @returns also false when there is no signature or it is not one; it rejects only where the
 * runtime has no Ed25519, which refuses the config as well
 */
export function isSigned(
  text: string,
  written: string | null,
  keys: readonly Uint8Array<ArrayBuffer>[],
  verify: VerifyEd25519 = verifyByWebCrypto,
): MaybePromise<boolean> {
  const encoded = SIGNATURE.exec(written ?? "")?.[1];
  if (encoded === undefined) return false;
  const signature = fromBase64Url(encoded);
  const bytes = new TextEncoder().encode(text);
  const tryFrom = (index: number): MaybePromise<boolean> => {
    const key = keys[index];
    if (key === undefined) return false;
    return andThen(verify(key, signature, bytes), (isGood) => isGood || tryFrom(index + 1));
  };
  return tryFrom(0);
}
