/**
 * SHA-256 and HMAC-SHA256 (FIPS 180-4, RFC 2104), synchronous in every runtime. Texts are taken as
 * UTF-8, a half of a surrogate pair as U+FFFD. Nothing branches on, or is looked up by, what is
 * hashed. For texts as short as tokens this is faster than calling a runtime's own library.
 *
 * @module
 */

import type { Hashing } from "./hmac.ts";

const ROUNDS = 64;
const BLOCK_BYTES = 64;
const END_MARK = 0x80;
/** Beyond this many, keys are prepared anew; a site has a handful. */
const MAX_PREPARED_KEYS = 256;

/** Bits of the fractional parts of the roots of the first primes, as the standard defines them. */
function fractionBits(count: number, root: (prime: number) => number): Int32Array {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return Int32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}

const ROUND_CONSTANTS = fractionBits(ROUNDS, Math.cbrt);
const FIRST_STATE = fractionBits(8, Math.sqrt);

/**
 * Scratch space: everything here runs to its end before anything else does. What loops over it gets
 * it as an argument, because bundlers make a variable of a module's constant, and that is slower.
 */
const words = new Int32Array(ROUNDS);
const state = new Int32Array(8);

/** Faster than the arrays' own `set` for so few words. */
function copyState(from: Int32Array, to: Int32Array): void {
  for (let index = 0; index < 8; index += 1) to[index] = from[index] ?? 0;
}

/** Works out the words behind the first 16, which are those of the block. */
function expand(words: Int32Array): void {
  for (let index = 16; index < ROUNDS; index += 1) {
    const early = words[index - 15] ?? 0;
    const late = words[index - 2] ?? 0;
    const sigmaEarly =
      ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const sigmaLate =
      ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    words[index] = (words[index - 16] ?? 0) + sigmaEarly + (words[index - 7] ?? 0) + sigmaLate;
  }
}

/** What a round adds of the block. */
function scheduled(words: Int32Array, constants: Int32Array, round: number): number {
  return (words[round] ?? 0) + (constants[round] ?? 0);
}

/** T₁ of the standard without the word and its constant. */
function choose(e: number, f: number, g: number, h: number): number {
  const sigma = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
  return h + sigma + (g ^ (e & (f ^ g)));
}

/** T₂ of the standard. */
function majority(a: number, b: number, c: number): number {
  const sigma = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
  return sigma + ((a & b) | (c & (a | b)));
}

function add(state: Int32Array, index: number, value: number): void {
  state[index] = (state[index] ?? 0) + value;
}

/** Absorbs the block in `words` into `state`. Four rounds at a time: the values move a quarter as often. */
function mixIn(words: Int32Array, state: Int32Array, constants: Int32Array): void {
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let at = 0; at < ROUNDS; at += 4) {
    const first = (choose(e, f, g, h) + scheduled(words, constants, at)) | 0;
    h = (d + first) | 0;
    d = (first + majority(a, b, c)) | 0;
    const second = (choose(h, e, f, g) + scheduled(words, constants, at + 1)) | 0;
    g = (c + second) | 0;
    c = (second + majority(d, a, b)) | 0;
    const third = (choose(g, h, e, f) + scheduled(words, constants, at + 2)) | 0;
    f = (b + third) | 0;
    b = (third + majority(c, d, a)) | 0;
    const fourth = (choose(f, g, h, e) + scheduled(words, constants, at + 3)) | 0;
    e = (a + fourth) | 0;
    a = (fourth + majority(b, c, d)) | 0;
  }
  add(state, 0, a);
  add(state, 1, b);
  add(state, 2, c);
  add(state, 3, d);
  add(state, 4, e);
  add(state, 5, f);
  add(state, 6, g);
  add(state, 7, h);
}

/** Absorbs the block in the first 16 of `words`. */
function compress(): void {
  expand(words);
  mixIn(words, state, ROUND_CONSTANTS);
}

/** A loop, since a regular expression takes several times as long. */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 0x7f) return false;
  }
  return true;
}

/** Returns a text with one character for each byte of its UTF-8. */
function toByteText(text: string): string {
  if (isAscii(text)) return text;
  let bytes = "";
  for (const character of text) {
    const isHalf = character >= "\ud800" && character <= "\udfff" && character.length === 1;
    bytes += encodeURIComponent(isHalf ? "\ufffd" : character).replace(/%(..)/g, (_escape, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  return bytes;
}

function paddedByte(bytes: string, index: number): number {
  if (index < bytes.length) return bytes.charCodeAt(index);
  return index === bytes.length ? END_MARK : 0;
}

function wordAt(bytes: string, at: number): number {
  if (at + 3 < bytes.length) {
    return (
      (bytes.charCodeAt(at) << 24) |
      (bytes.charCodeAt(at + 1) << 16) |
      (bytes.charCodeAt(at + 2) << 8) |
      bytes.charCodeAt(at + 3)
    );
  }
  return (
    (paddedByte(bytes, at) << 24) |
    (paddedByte(bytes, at + 1) << 16) |
    (paddedByte(bytes, at + 2) << 8) |
    paddedByte(bytes, at + 3)
  );
}

/** Absorbs a text and the padding behind it; `bytesBefore` of whole blocks were absorbed before. */
function absorbLast(text: string, bytesBefore: number): void {
  const bytes = toByteText(text);
  const { length } = bytes;
  const blocks = ((length + 8) >>> 6) + 1;
  let at = 0;
  for (let block = 1; block <= blocks; block += 1) {
    for (let word = 0; word < 16; word += 1, at += 4) {
      words[word] = at > length ? 0 : wordAt(bytes, at);
    }
    if (block === blocks) words[15] = (bytesBefore + length) * 8;
    compress();
  }
}

/** The states of a key after its first blocks, so that each text costs two blocks less. */
interface PreparedKey {
  readonly inner: Int32Array;
  readonly outer: Int32Array;
}

const preparedKeys = new Map<string, PreparedKey>();

function absorbKey(keyWords: Int32Array, pad: number): Int32Array {
  state.set(FIRST_STATE);
  for (let index = 0; index < 16; index += 1) words[index] = (keyWords[index] ?? 0) ^ pad;
  compress();
  return state.slice();
}

function prepareKey(key: string): PreparedKey {
  const bytes = toByteText(key);
  const keyWords = new Int32Array(16);
  if (bytes.length > BLOCK_BYTES) {
    state.set(FIRST_STATE);
    absorbLast(key, 0);
    keyWords.set(state);
  } else {
    for (let at = 0; at < bytes.length; at += 1) {
      keyWords[at >> 2] = (keyWords[at >> 2] ?? 0) | (bytes.charCodeAt(at) << (24 - 8 * (at & 3)));
    }
  }
  const prepared = {
    inner: absorbKey(keyWords, 0x36363636),
    outer: absorbKey(keyWords, 0x5c5c5c5c),
  };
  if (preparedKeys.size >= MAX_PREPARED_KEYS) preparedKeys.clear();
  preparedKeys.set(key, prepared);
  return prepared;
}

/** Leaves the HMAC in `state`. */
function absorbHmac(key: string, message: string): void {
  const { inner, outer } = preparedKeys.get(key) ?? prepareKey(key);
  copyState(inner, state);
  absorbLast(message, BLOCK_BYTES);
  copyState(state, words);
  words[8] = END_MARK << 24;
  for (let index = 9; index < 15; index += 1) words[index] = 0;
  words[15] = (BLOCK_BYTES + 32) * 8;
  copyState(outer, state);
  compress();
}

const HEX_OF_BYTE = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function hexOfByte(byte: number): string {
  return HEX_OF_BYTE[byte & 255] ?? "";
}

function stateHex(): string {
  let hex = "";
  for (let index = 0; index < 8; index += 1) {
    const word = state[index] ?? 0;
    hex += hexOfByte(word >> 24) + hexOfByte(word >> 16) + hexOfByte(word >> 8) + hexOfByte(word);
  }
  return hex;
}

/** SHA-256 of a text, as 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  state.set(FIRST_STATE);
  absorbLast(text, 0);
  return stateHex();
}

/** HMAC-SHA256 of `message` under `key`, as 64 lower-case hex digits. */
export function hmacSha256Hex(key: string, message: string): string {
  absorbHmac(key, message);
  return stateHex();
}

/**
 * Whether `digest` (64 lower-case hex digits, or anything else) is the HMAC-SHA256 of `message`
 * under `key`. How long it takes does not tell how much of it is right.
 */
export function isHmacSha256(key: string, message: string, digest: string): boolean {
  absorbHmac(key, message);
  let difference = digest.length ^ 64;
  for (let index = 0; index < 64; index += 1) {
    const digit = ((state[index >> 3] ?? 0) >>> (28 - 4 * (index & 7))) & 15;
    // "a" follows 39 places after where it would follow "9".
    difference |= digest.charCodeAt(index) ^ (digit + 48 + (((9 - digit) >> 31) & 39));
  }
  return difference === 0;
}

/** The cryptography of this module, for those who decide with it. */
export const plainHashing: Hashing = { hmac: hmacSha256Hex, isHmac: isHmacSha256 };
