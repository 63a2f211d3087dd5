import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

const VERSION = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

/** A master key and the four bytes by which sealed values name it. */
export type MasterKey = { readonly id: Buffer; readonly bytes: Buffer };

/** Reads 32 bytes in base64url. Throws a sentence without the key when it is anything else. */
export function parseMasterKey(text: string): MasterKey {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== 32 || bytes.toString("base64url") !== text) {
    throw new Error("MASTER_KEY must be 32 bytes in base64url without padding.");
  }
  return { bytes, id: createHash("sha256").update(bytes).digest().subarray(0, KEY_ID_BYTES) };
}

/** Derives a 32-byte key for one purpose (HKDF-SHA256, RFC 5869). */
export function deriveKey(
  master: Pick<MasterKey, "bytes">,
  purpose: string,
  salt: Uint8Array,
): Buffer {
  return Buffer.from(hkdfSync("sha256", master.bytes, salt, purpose, 32));
}

/**
 * Seals a text with AES-256-GCM. `context` is bound to it: unsealing with another context fails, so
 * that a sealed value cannot be moved to another customer's row.
 */
export function seal(master: MasterKey, context: string, plaintext: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const header = Buffer.concat([Buffer.from([VERSION]), master.id]);
  const cipher = createCipheriv("aes-256-gcm", sealingKey(master), nonce);
  cipher.setAAD(Buffer.concat([header, Buffer.from(context)]));
  const body = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  return Buffer.concat([header, nonce, body, cipher.getAuthTag()]).toString("base64url");
}

/** Opens what `seal` made with any of the keys. Throws when it was altered or the key is unknown. */
export function unseal(masters: readonly MasterKey[], context: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const isAsSealed = bytes[0] === VERSION && bytes.toString("base64url") === sealed;
  if (bytes.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES || !isAsSealed) {
    throw new Error("A sealed value is malformed.");
  }
  const header = bytes.subarray(0, HEADER_BYTES);
  const master = masters.find((key) => key.id.equals(header.subarray(1)));
  if (master === undefined) throw new Error("A sealed value names a master key that is not set.");
  const nonce = bytes.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", sealingKey(master), nonce);
  decipher.setAAD(Buffer.concat([header, Buffer.from(context)]));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const body = bytes.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
}

/** Which key sealed a value: the first one, one of the others, or none of these. */
export function sealedWith(
  [current, ...former]: readonly MasterKey[],
  sealed: string,
): "current" | "former" | "unknown" {
  const id = Buffer.from(sealed, "base64url").subarray(1, HEADER_BYTES);
  if (current?.id.equals(id) === true) return "current";
  return former.some((key) => key.id.equals(id)) ? "former" : "unknown";
}

function sealingKey(master: MasterKey): Buffer {
  return deriveKey(master, "stanchion/secrets", Buffer.alloc(0));
}
