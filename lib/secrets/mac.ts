import { type BinaryToTextEncoding, hash } from "node:crypto";

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
/** Longer messages than any place or token get a buffer of their own. */
const LONGEST_BYTES = 4_096;
/** What is hashed first, made anew for each message: hashing does not wait. */
const inner = Buffer.alloc(BLOCK_BYTES + LONGEST_BYTES);
const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES);

/** Makes the HMAC-SHA-256 of a message, as text; `binary` has one character for each byte. */
export type Mac = (message: string | Uint8Array, encoding: BinaryToTextEncoding) => string;

/**
 * HMAC-SHA-256 (RFC 2104) with one key; texts are taken as UTF-8. Two one-shot hashes cost a third of
 * Node's Hmac, of which most is the making and collecting of the object.
 */
export function createMac(key: string | Uint8Array): Mac {
  const bytes = typeof key === "string" ? Buffer.from(key) : key;
  const short = bytes.length > BLOCK_BYTES ? hash("sha256", bytes, "buffer") : bytes;
  const [innerKey, outerKey] = [paddedKey(short, 0x36), paddedKey(short, 0x5c)];
  return (message, encoding) => {
    outer.set(outerKey);
    outer.write(hash("sha256", innerMessage(innerKey, message), "binary"), BLOCK_BYTES, "binary");
    return hash("sha256", outer, encoding);
  };
}

function paddedKey(key: Uint8Array, pad: number): Uint8Array {
  return Uint8Array.from({ length: BLOCK_BYTES }, (_, index) => (key[index] ?? 0) ^ pad);
}

function innerMessage(innerKey: Uint8Array, message: string | Uint8Array): Buffer {
  const length = typeof message === "string" ? Buffer.byteLength(message) : message.length;
  if (length > LONGEST_BYTES) return Buffer.concat([innerKey, Buffer.from(message)]);
  inner.set(innerKey);
  if (typeof message === "string") inner.write(message, BLOCK_BYTES);
  else inner.set(message, BLOCK_BYTES);
  return inner.subarray(0, BLOCK_BYTES + length);
}
