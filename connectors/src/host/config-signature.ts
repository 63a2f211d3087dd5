import { requireOptions } from "./options.ts";
import type { ConfigSignature } from "./parts.ts";
import { andThen, type MaybePromise, type VerifyEd25519 } from "./runtime.ts";

/** A signature in the header of a pull, or on its own, as a push brings it. */
const SIGNATURE = /(?:^|,\s*signature=)([\w-]{86})$/;

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
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

/**
 * Makes the part that refuses every config without a signature of one of these keys, wherever it comes
 * from. With it an older config cannot come back either: nobody else can write a higher version.
 *
 * @param publicKeys - Ed25519 keys of the waiting room, 32 bytes each in base64url
 * @param verify - default: WebCrypto
 * @throws TypeError when a key is not that
 */
export function signedBy(
  publicKeys: readonly string[],
  verify?: VerifyEd25519 | undefined,
): ConfigSignature {
  const areKeys = publicKeys.length > 0 && publicKeys.every((key) => /^[\w-]{43}$/.test(key));
  requireOptions({ configPublicKeys: areKeys });
  const keys = publicKeys.map(fromBase64Url);
  return (text, written) => isSigned(text, written, keys, verify);
}
