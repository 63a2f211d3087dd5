/** SHA-256 of the bytes, 32 bytes long. */
export type Hash = (bytes: Uint8Array) => Uint8Array;

/** The Ed25519 signature of the bytes, 64 bytes long. */
export type Sign = (bytes: Uint8Array) => Uint8Array;

export const HASH_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** UTF-8. */
export function textBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Four bytes, most significant first. */
export function uint32Bytes(value: number): Uint8Array {
  assertIntegerUpTo(value, 0xffff_ffff);
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** Eight bytes, most significant first; exact up to 2^53 - 1. */
export function uint64Bytes(value: number): Uint8Array {
  assertIntegerUpTo(value, Number.MAX_SAFE_INTEGER);
  const high = Math.floor(value / 0x1_0000_0000);
  return concatBytes(uint32Bytes(high), uint32Bytes(value % 0x1_0000_0000));
}

/** Two lower-case hexadecimal digits a byte. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of lower-case hexadecimal text of exactly `length` bytes. */
export function fromHex(hex: string, length = hex.length / 2): Uint8Array {
  if (hex.length !== 2 * length || !/^([0-9a-f]{2})*$/.test(hex)) {
    throw new RangeError(`Expected ${length} bytes as lower-case hexadecimal digits.`);
  }
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Base64 for URLs, without padding. Written out, because receipts are made while visitors join. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let buffered = 0;
  for (const byte of bytes) {
    buffered = ((buffered << 8) | byte) & 0xffff;
    for (bits += 8; bits >= 6; bits -= 6) text += DIGITS[(buffered >> (bits - 6)) & 63];
  }
  return bits > 0 ? text + DIGITS[(buffered << (6 - bits)) & 63] : text;
}

/** The bytes of a text that `toBase64Url` made; null for any other text. */
export function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  const decoded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(decoded, (character) => character.charCodeAt(0));
  return toBase64Url(bytes) === text ? bytes : null;
}

function assertIntegerUpTo(value: number, most: number): void {
  if (!Number.isInteger(value) || value < 0 || value > most) {
    throw new RangeError(`Expected a whole number from 0 to ${most}, not ${value}.`);
  }
}
