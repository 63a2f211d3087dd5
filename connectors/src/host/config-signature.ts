import { TEXT_OF_32_BYTES, TEXT_OF_64_BYTES } from "../core/base64url.ts";
import { asRecord, refuse } from "../core/untrusted.ts";
import { requireOptions } from "./options.ts";
import type { ConfigSignature } from "./parts.ts";
import { andThen, type MaybePromise, type VerifyEd25519 } from "./runtime.ts";

/** A signature in the header of a pull, or on its own, as a push brings it. */
const SIGNATURE = /(?:^|,\s*signature=)([\w-]{86})$/;

/** The bytes of a text that is base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** By WebCrypto; rejects where the runtime has no Ed25519. */
export const verifyByWebCrypto: VerifyEd25519 = async (publicKey, signature, bytes) => {
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
  if (encoded === undefined || !TEXT_OF_64_BYTES.test(encoded)) return false;
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
 * from. A connector that holds a config takes no older one. One that holds none takes any that was ever
 * signed, unless it is told which versions are too old.
 *
 * @param publicKeys - Ed25519 keys of the waiting room, 32 bytes each in base64url
 * @param verify - default: WebCrypto
 * @param minVersion - what is older is refused, genuine or not. Default: nothing
 * @returns throws or rejects where the version is too old, saying so
 * @throws TypeError when a key is not that, or the version no number
 */
export function signedBy(
  publicKeys: readonly string[],
  verify?: VerifyEd25519 | undefined,
  minVersion: number = 0,
): ConfigSignature {
  const areKeys = publicKeys.length > 0 && publicKeys.every((key) => TEXT_OF_32_BYTES.test(key));
  requireOptions({ configPublicKeys: areKeys, minConfigVersion: minVersion >= 0 });
  const keys = publicKeys.map(fromBase64Url);
  return (text, written) =>
    andThen(
      isSigned(text, written, keys, verify),
      (isGood) =>
        isGood &&
        (Number(asRecord(JSON.parse(text))?.["Version"]) >= minVersion ||
          refuse("older than minConfigVersion")),
    );
}
