import { createHmac, timingSafeEqual } from "node:crypto";

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks may differ by one step to either side. */
const WINDOW = [-1, 0, 1] as const;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code of one time step (RFC 6238 with SHA-1, which all apps know). */
export function totpAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The time step that it is now. */
export function stepAt(nowMs: number): number {
  return Math.floor(nowMs / 1_000 / STEP_SECONDS);
}

/** The time step that a code belongs to, one before and one after included; null for any other code. */
export function findStep(secret: Buffer, code: string, nowMs: number): number | null {
  const given = Buffer.from(code.padEnd(DIGITS, " ").slice(0, DIGITS + 1));
  const steps = WINDOW.map((shift) => stepAt(nowMs) + shift).filter((step) => {
    const expected = Buffer.from(totpAt(secret, step));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return steps.at(-1) ?? null;
}

/** RFC 4648 without padding, as apps take a secret that is typed. */
export function base32(bytes: Buffer): string {
  let bits = 0;
  let value = 0;
  let text = "";
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((value >>> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET.charAt((value << (5 - bits)) & 31);
}

/** The address that an app reads from a picture. */
export function totpAddress(secret: string, account: string): string {
  const label = encodeURIComponent(`Stanchion:${account}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=Stanchion`;
}
