import { createCipheriv, createHash } from "node:crypto";
import type { EnqueueTokenCrypto } from "../../core/enqueue-token.ts";

/** What the rest of a token is encrypted with, in the words of `createCipheriv`. */
export interface CipherOf {
  readonly cipher: "aes-256-cbc";
  readonly key: Uint8Array;
  readonly vector: Uint8Array;
}

/** The cipher of a token, its key and its initialisation vector. */
export function cipherOf(keys: {
  readonly secret: string;
  readonly tokenIdentifier: string;
}): CipherOf {
  return {
    cipher: "aes-256-cbc",
    key: createHash("sha256").update(keys.secret).digest(),
    vector: createHash("md5").update(keys.tokenIdentifier).digest(),
  };
}

/** What making enqueue tokens needs, by Node. */
export const nodeCrypto: EnqueueTokenCrypto = {
  toBase64Url: (text) => Buffer.from(text).toString("base64url"),
  sha256Base64Url: (text) => createHash("sha256").update(text).digest("base64url"),
  encryptBase64Url: (text, keys) => {
    const { cipher, key, vector } = cipherOf(keys);
    const encrypting = createCipheriv(cipher, key, vector);
    return Buffer.concat([encrypting.update(text), encrypting.final()]).toString("base64url");
  },
};
