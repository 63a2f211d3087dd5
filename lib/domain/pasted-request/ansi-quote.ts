import { Unreadable } from "./pasted-request";

const LETTERS: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  E: "\u001b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Bytes first, because several of them may be one character. */
const ESCAPE =
  /((?:\\x[\da-fA-F]{1,2}|\\[0-7]{1,3})+)|\\u([\da-fA-F]{1,4})|\\U([\da-fA-F]{1,8})|\\([\s\S])/g;

/**
 * Reads `$'…'`, as browsers write what holds quotes, line breaks or control characters.
 *
 * @param start - where its `$` stands
 */
export function readAnsiQuote(text: string, start: number): { text: string; next: number } {
  const inside = /^(?:[^\\']|\\[\s\S])*/.exec(text.slice(start + 2))?.[0] ?? "";
  const end = start + 2 + inside.length;
  if (text.charAt(end) !== "'") {
    throw new Unreadable(
      "The quote that opens here is never closed. Paste the whole command.",
      start,
    );
  }
  const read = inside.replace(
    ESCAPE,
    (_escape, bytes?: string, short?: string, long?: string, letter?: string) => {
      if (bytes !== undefined) return readBytes(bytes);
      const code = short ?? long;
      if (code !== undefined) return characterOf(Number.parseInt(code, 16));
      return LETTERS[letter ?? ""] ?? letter ?? "";
    },
  );
  return { text: read, next: end + 1 };
}

/** Bytes of UTF-8 where they are such; Firefox also writes é as the one byte that its number is. */
function readBytes(escapes: string): string {
  const codes = [...escapes.matchAll(/\\x([\da-f]+)|\\([0-7]+)/gi)].map(([, hex, octal]) =>
    hex === undefined ? Number.parseInt(octal ?? "0", 8) & 0xff : Number.parseInt(hex, 16),
  );
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(codes),
    );
  } catch {
    return String.fromCharCode(...codes);
  }
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
}
