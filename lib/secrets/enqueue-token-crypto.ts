import { createDecipheriv } from "node:crypto";
import { cipherOf, nodeCrypto } from "@/connectors/src/adapters/enqueue-token/node-crypto";
import type { EnqueueTokenCrypto } from "@/connectors/src/core/enqueue-token";
import type { EnqueueTokenDecryption } from "@/lib/domain/enqueue-token/read-enqueue-token";

/** What making and reading enqueue tokens need, by Node. */
export const enqueueTokenCrypto: EnqueueTokenCrypto & EnqueueTokenDecryption = {
  ...nodeCrypto,
  fromBase64Url: (text) => toText(Buffer.from(text, "base64url")),
  decryptBase64Url: (text, keys) => {
    const { cipher, key, vector } = cipherOf(keys);
    const decrypting = createDecipheriv(cipher, key, vector);
    try {
      const bytes = Buffer.from(text, "base64url");
      return toText(Buffer.concat([decrypting.update(bytes), decrypting.final()]));
    } catch {
      return null;
    }
  },
};

function toText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
