import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import type { EnqueueTokenCrypto } from "@/connectors/src/core/enqueue-token";
import type { EnqueueTokenDecryption } from "@/lib/domain/enqueue-token/read-enqueue-token";

const CIPHER = "aes-256-cbc";

/** What making and reading enqueue tokens need, by Node. */
export const enqueueTokenCrypto: EnqueueTokenCrypto & EnqueueTokenDecryption = {
  toBase64Url: (text) => Buffer.from(text).toString("base64url"),
  sha256Base64Url: (text) => createHash("sha256").update(text).digest("base64url"),
  encryptBase64Url: (text, keys) => {
    const cipher = createCipheriv(CIPHER, keyOf(keys.secret), vectorOf(keys.tokenIdentifier));
    return Buffer.concat([cipher.update(text), cipher.final()]).toString("base64url");
  },
  fromBase64Url: (text) => toText(Buffer.from(text, "base64url")),
  decryptBase64Url: (text, keys) => {
    const decipher = createDecipheriv(CIPHER, keyOf(keys.secret), vectorOf(keys.tokenIdentifier));
    try {
      const bytes = Buffer.from(text, "base64url");
      return toText(Buffer.concat([decipher.update(bytes), decipher.final()]));
    } catch {
      return null;
    }
  },
};

function keyOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

function vectorOf(tokenIdentifier: string): Buffer {
  return createHash("md5").update(tokenIdentifier).digest();
}

function toText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
