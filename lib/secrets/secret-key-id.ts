import { createHash } from "node:crypto";

const CHARACTERS = 8;

/**
 * The id by which connectors name a secret without telling it: the first 8 hex characters of
 * the SHA-256 of `stanchion-key-id:` and the secret.
 */
export function secretKeyId(secret: string): string {
  const hash = createHash("sha256").update(`stanchion-key-id:${secret}`).digest("hex");
  return hash.slice(0, CHARACTERS);
}
