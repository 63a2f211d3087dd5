import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

/** What stands before the 32 bytes of an Ed25519 seed in PKCS #8, and of a public key in SPKI (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
export const RAW_KEY_BYTES = 32;

/** The private key of a seed of 32 bytes. */
export function privateKeyOf(seed: Uint8Array): KeyObject {
  const key = Buffer.concat([PKCS8_PREFIX, seed]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

/** The public key of 32 raw bytes. Throws for any other length. */
export function publicKeyOf(raw: Uint8Array): KeyObject {
  const key = Buffer.concat([SPKI_PREFIX, raw]);
  return createPublicKey({ key, format: "der", type: "spki" });
}

/** The 32 bytes of a public key. */
export function rawPublicKey(publicKey: KeyObject): Buffer {
  return publicKey.export({ format: "der", type: "spki" }).subarray(-RAW_KEY_BYTES);
}
