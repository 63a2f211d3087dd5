import { join, type Octets, octetsOf } from "./octets";

/** SHA-256. */
export async function digest(octets: Octets): Promise<Octets> {
  return new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", octets));
}

/** Whether the holder of the key signed `message` behind the tag that names what is signed. */
export type CheckSignature = (tag: string, message: Octets, signature: Octets) => Promise<boolean>;

/** Ed25519 with a raw public key of 32 bytes; throws where the bytes are no key. */
export async function signatureChecker(publicKey: Octets): Promise<CheckSignature> {
  const subtle = globalThis.crypto.subtle;
  const key = await subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
  return (tag, message, signature) =>
    subtle.verify("Ed25519", key, signature, join(octetsOf(`${tag}\n`), message));
}
