/**
 * HMAC-SHA256 of `message` under `key`, both taken as UTF-8, as 64 lower-case hex digits.
 */
export type HmacSha256Hex = (key: string, message: string) => string;

/** The cryptography that a decision needs; the runtime brings it. */
export interface Hashing {
  readonly hmac: HmacSha256Hex;
  /** Whether `digest` is that HMAC; how long it takes does not tell how much of it is right. */
  readonly isHmac: (key: string, message: string, digest: string) => boolean;
}

/**
 * Compares two texts without telling by its duration where they differ (only whether their
 * lengths do).
 */
export function equalsInConstantTime(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index += 1) {
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  }
  return !difference;
}

/** Writes bytes (0 to 255) as lower-case hex digits. */
export function toHex(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
