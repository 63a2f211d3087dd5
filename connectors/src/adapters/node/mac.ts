import { type BinaryToTextEncoding, hash } from "node:crypto";

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
/** Longer messages than any place or token get a buffer of their own. */
const LONGEST_BYTES = 4_096;
/** UTF-8 takes three bytes for a character of a text at most. */
const LONGEST_TEXT = LONGEST_BYTES / 3;
/** What is hashed first, made anew for each message: hashing does not wait. */
const inner = Buffer.alloc(BLOCK_BYTES + LONGEST_BYTES);
const innerUpTo = prefixesOf(inner);

/** Makes the HMAC-SHA-256 of a message, as text; `binary` has one character for each byte. */
export type Mac = (message: string | Uint8Array, encoding: BinaryToTextEncoding) => string;

/**
 * HMAC-SHA-256 (RFC 2104) with one key; texts are taken as UTF-8. Two one-shot hashes cost a third of
 * Node's Hmac, of which most is the making and collecting of the object.
 */
export function createMac(key: string | Uint8Array): Mac {
  const bytes = typeof key === "string" ? Buffer.from(key) : key;
  const short = bytes.length > BLOCK_BYTES ? hash("sha256", bytes, "buffer") : bytes;
  const innerKey = paddedKey(short, 0x36);
  const outer = Buffer.concat([paddedKey(short, 0x5c), Buffer.alloc(HASH_BYTES)]);
  return (message, encoding) => {
    outer.write(hash("sha256", innerMessage(innerKey, message), "binary"), BLOCK_BYTES, "binary");
    return hash("sha256", outer, encoding);
  };
}

/** The first bytes of a buffer. Each view is made once: making one costs as much as hashing it. */
export function prefixesOf(buffer: Buffer): (length: number) => Buffer {
  const made = new Map<number, Buffer>();
  return (length) => {
    const known = made.get(length);
    if (known !== undefined) return known;
    const view = buffer.subarray(0, length);
    made.set(length, view);
    return view;
  };
}

function paddedKey(key: Uint8Array, pad: number): Uint8Array {
  return Uint8Array.from({ length: BLOCK_BYTES }, (_, index) => (key[index] ?? 0) ^ pad);
}

function innerMessage(innerKey: Uint8Array, message: string | Uint8Array): Buffer {
  const longest = typeof message === "string" ? LONGEST_TEXT : LONGEST_BYTES;
  if (message.length > longest) return Buffer.concat([innerKey, Buffer.from(message)]);
  inner.set(innerKey);
  if (typeof message === "string")
    return innerUpTo(BLOCK_BYTES + inner.write(message, BLOCK_BYTES));
  inner.set(message, BLOCK_BYTES);
  return innerUpTo(BLOCK_BYTES + message.length);
}
