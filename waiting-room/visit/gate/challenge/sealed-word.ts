import { createMac, type Mac } from "@/connectors/src/adapters/node/mac";

const TAG_BYTES = 12;
const TAG_TEXT = 16;
const HEADER_BYTES = 9;
const BYTES = HEADER_BYTES + TAG_BYTES;
export const WORD_TEXT = 28;

/** What a word says: of what kind it is, since when, and one number. */
export type Word = {
  readonly kind: number;
  readonly issuedAtMs: number;
  readonly value: number;
};

const bytes = Buffer.alloc(BYTES);

/**
 * Seals 9 bytes for somebody who brings them back: 28 characters with half of an HMAC-SHA-256 over them and `about`,
 * to which the word is bound. Nothing is kept of it here.
 */
export function sealWord(mac: Mac, about: string, { kind, issuedAtMs, value }: Word): string {
  bytes[0] = kind;
  bytes.writeUInt32BE(Math.floor(issuedAtMs / 1_000), 1);
  bytes.writeUInt32BE(value, 5);
  const said = bytes.toString("base64url", 0, HEADER_BYTES);
  return said + tagOf(mac, about, said);
}

/** The word; null where it was not sealed with this key, or about something else. */
export function openWord(mac: Mac, about: string, text: string): Word | null {
  if (text.length !== WORD_TEXT) return null;
  const said = text.slice(0, -TAG_TEXT);
  if (!isSame(tagOf(mac, about, said), text.slice(-TAG_TEXT))) return null;
  bytes.write(said, "base64url");
  const kind = bytes[0] ?? 0;
  return { kind, issuedAtMs: bytes.readUInt32BE(1) * 1_000, value: bytes.readUInt32BE(5) };
}

/** A key for words alone: what else is made with the same bytes never reads like one. */
export function wordMac(key: Uint8Array): Mac {
  return createMac(Buffer.from(createMac(key)("stanchion/word", "hex"), "hex"));
}

function tagOf(mac: Mac, about: string, said: string): string {
  return mac(`${said} ${about}`, "base64url").slice(0, TAG_TEXT);
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < TAG_TEXT; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}
