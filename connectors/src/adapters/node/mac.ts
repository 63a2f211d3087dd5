import { type BinaryToTextEncoding, hash } from "node:crypto";

const BLOCK_BYTES = 64;
const BLOCK_WORDS = BLOCK_BYTES / 4;
const HASH_BYTES = 32;
/** Longer messages than any place or token get a buffer of their own. */
const LONGEST_BYTES = 4_096;
/** UTF-8 takes three bytes for a character of a text at most. */
const LONGEST_TEXT = LONGEST_BYTES / 3;
/** What is hashed first and what is hashed then, made anew for each message: hashing does not wait. */
const inner = Buffer.alloc(BLOCK_BYTES + LONGEST_BYTES);
const innerUpTo = prefixesOf(inner);
const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES);
const innerBlock = new Int32Array(inner.buffer, inner.byteOffset, BLOCK_WORDS);
const outerBlock = new Int32Array(outer.buffer, outer.byteOffset, BLOCK_WORDS);

/** Makes the HMAC-SHA-256 of a message, as text; `binary` has one character for each byte. */
export type Mac = (message: string | Uint8Array, encoding: BinaryToTextEncoding) => string;

/**
 * HMAC-SHA-256 (RFC 2104) with one key; texts are taken as UTF-8. Two one-shot hashes cost a third of
 * Node's Hmac, of which most is the making and collecting of the object. What is kept of a key is two
 * blocks and no buffers of its own: with a thousand keys in turn, fetching those would cost more.
 */
export function createMac(key: string | Uint8Array): Mac {
  const bytes = typeof key === "string" ? Buffer.from(key) : key;
  const short = bytes.length > BLOCK_BYTES ? hash("sha256", bytes, "buffer") : bytes;
  const blocks = paddedBlocks(short);
  return (message, encoding) => {
    for (let word = 0; word < BLOCK_WORDS; word += 1) {
      innerBlock[word] = blocks[word] ?? 0;
      outerBlock[word] = blocks[BLOCK_WORDS + word] ?? 0;
    }
    outer.write(hash("sha256", innerMessage(message), "binary"), BLOCK_BYTES, "binary");
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

/** The key as it stands before the message, and before the hash of that. */
function paddedBlocks(key: Uint8Array): Int32Array {
  const blocks = new Uint8Array(2 * BLOCK_BYTES).fill(0x36, 0, BLOCK_BYTES).fill(0x5c, BLOCK_BYTES);
  for (const [at, byte] of key.entries()) {
    blocks[at] = byte ^ 0x36;
    blocks[BLOCK_BYTES + at] = byte ^ 0x5c;
  }
  return new Int32Array(blocks.buffer);
}

/** The message behind the block of the key. */
function innerMessage(message: string | Uint8Array): Buffer {
  const longest = typeof message === "string" ? LONGEST_TEXT : LONGEST_BYTES;
  if (message.length > longest)
    return Buffer.concat([innerUpTo(BLOCK_BYTES), Buffer.from(message)]);
  if (typeof message === "string")
    return innerUpTo(BLOCK_BYTES + inner.write(message, BLOCK_BYTES));
  inner.set(message, BLOCK_BYTES);
  return innerUpTo(BLOCK_BYTES + message.length);
}
