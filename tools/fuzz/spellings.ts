const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** What lenient decoders pass over, wherever it stands. */
const PASSED_OVER = [" ", "\t", "\n", "\r\n", "=", "*", "%", "\u0000", "\u00a0", "\u200b"] as const;

/** A letter of base64url with another value in those bits of it. */
export function withOtherBits(letter: string, bits: number): string {
  const value = BASE64URL.indexOf(letter);
  return value === -1 ? letter : BASE64URL.charAt(value ^ bits);
}

export function splice(text: string, at: number, removed: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at + removed);
}

/** Where the parts of a text begin and end that decoders read by themselves. */
function partsOf(text: string): readonly (readonly [from: number, to: number])[] {
  const parts = [...text.matchAll(/[\w-]+/g)];
  return parts.map(({ 0: part, index }) => [index, index + part.length]);
}

/** The last letter of every part in all 63 other ways: bits that stand for nothing are among them. */
function* otherLastLetters(text: string): Generator<string> {
  for (const [, to] of partsOf(text)) {
    for (let bits = 1; bits < 64; bits += 1)
      yield splice(text, to - 1, 1, withOtherBits(text.charAt(to - 1), bits));
  }
}

function* otherNumbers(text: string): Generator<string> {
  for (const { 0: digits, index } of text.matchAll(/\d+/g)) {
    for (const other of [`0${digits}`, `+${digits}`, ` ${digits}`, `${digits}.0`, `${digits}e0`])
      yield splice(text, index, digits.length, other);
  }
}

function* otherHex(text: string): Generator<string> {
  for (const { 0: digits, index } of text.matchAll(/[0-9a-f]{16,}/g)) {
    yield splice(text, index, digits.length, digits.toUpperCase());
    yield splice(text, index, digits.length, `0x${digits}`);
    yield splice(text, index, digits.length, `${digits}0`);
  }
}

function* withMore(text: string): Generator<string> {
  const ends = partsOf(text).flatMap(([from, to]) => [from, (from + to) >> 1, to]);
  for (const at of ends) {
    for (const more of PASSED_OVER) yield splice(text, at, 0, more);
    yield splice(text, at, 0, "==");
    yield splice(text, at, 0, "A");
  }
}

export function escaped(letter: string): string {
  return `%${(letter.charCodeAt(0) & 255).toString(16).padStart(2, "0")}`;
}

function* otherLetters(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    yield splice(text, at, 1, escaped(letter));
    yield splice(text, at, 1, escaped(letter).toUpperCase());
    // A decoder that looks at the low byte alone takes it for the same letter.
    yield splice(text, at, 1, String.fromCharCode(letter.charCodeAt(0) + 0x100));
    yield splice(text, at, 1, letter.toUpperCase());
    yield splice(text, at, 1, letter.toLowerCase());
  }
}

/**
 * Other texts that a lenient decoder may read as this one: bits that stand for nothing, the other alphabet of base64,
 * padding, letters that are passed over, capitals, escapes, and numbers with zeros, signs and fractions.
 */
export function spellingsOf(text: string): ReadonlySet<string> {
  const others = new Set([
    ...otherLastLetters(text),
    ...otherNumbers(text),
    ...otherHex(text),
    ...withMore(text),
    ...otherLetters(text),
    text.replaceAll("-", "+"),
    text.replaceAll("_", "/"),
    text.replaceAll("-", "+").replaceAll("_", "/"),
    text.toUpperCase(),
    text.toLowerCase(),
    `"${text}"`,
    [...text].map(escaped).join(""),
  ]);
  others.delete(text);
  return others;
}
