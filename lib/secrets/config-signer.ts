import { createHash, createPublicKey, randomBytes, sign, verify } from "node:crypto";
import { TEXT_OF_64_BYTES } from "@/connectors/src/core/base64url";
import { privateKeyOf, publicKeyOf, RAW_KEY_BYTES, rawPublicKey } from "./ed25519";
import { type MasterKey, seal, unseal } from "./seal";

const KEY_ID_CHARACTERS = 8;

/** A key that signs what connectors pull, as Postgres keeps it. */
export type ConfigSigningKey = {
  /** The first 8 hex characters of the SHA-256 of the 32 bytes of the public key. */
  readonly keyId: string;
  /** 32 bytes in base64url. */
  readonly publicKey: string;
  /** The 32 bytes of the seed in base64url, sealed. */
  readonly sealed: string;
};

/** Makes a new key for one customer. */
export function createConfigKey(master: MasterKey, customerWireId: string): ConfigSigningKey {
  const seed = randomBytes(RAW_KEY_BYTES);
  const raw = rawPublicKey(createPublicKey(privateKeyOf(seed)));
  return {
    keyId: createHash("sha256").update(raw).digest("hex").slice(0, KEY_ID_CHARACTERS),
    publicKey: raw.toString("base64url"),
    sealed: seal(master, configKeyContext(customerWireId), seed.toString("base64url")),
  };
}

/** Signs the UTF-8 bytes of a text with Ed25519: 64 bytes in base64url. Throws when the key cannot be opened. */
export function signConfig(
  masters: readonly MasterKey[],
  customerWireId: string,
  { sealed }: Pick<ConfigSigningKey, "sealed">,
  text: string,
): string {
  const seed = Buffer.from(unseal(masters, configKeyContext(customerWireId), sealed), "base64url");
  return sign(null, Buffer.from(text), privateKeyOf(seed)).toString("base64url");
}

/** True when the key made the signature over exactly this text. */
export function isConfigSignature(
  { publicKey }: Pick<ConfigSigningKey, "publicKey">,
  text: string,
  signature: string,
): boolean {
  const key = publicKeyOf(Buffer.from(publicKey, "base64url"));
  if (!TEXT_OF_64_BYTES.test(signature)) return false;
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
}

export function configKeyContext(customerWireId: string): string {
  return `config-key:${customerWireId}`;
}
