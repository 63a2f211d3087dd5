/** Digits and capitals that cannot be taken for each other: without 0, 1, I, L and O. */
export const ACCESS_CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

const RANDOM_SYMBOLS = 10;
/** How long a code is that was made here, without its prefix. */
export const MADE_CODE_SYMBOLS = RANDOM_SYMBOLS + 1;
const GROUP = /.{1,4}/g;
const SEPARATORS = /[\s\p{Pd}_.\u2212\u00ad\u200b-\u200d\u2060\ufeff]/gu;
/** Longer texts are refused unread. */
const MAX_TYPED_CHARACTERS = 100;
const BASE = ACCESS_CODE_ALPHABET.length;
/** Bytes from here on are skipped, so that every symbol is equally likely. */
const FIRST_UNFAIR_BYTE = 256 - (256 % BASE);

/** Makes this many random bytes. They have to come from a cryptographic generator, or codes can be guessed. */
export type RandomBytes = (byteCount: number) => Uint8Array;

/** `length`: not 11 symbols. `symbol`: one that codes never have. `typo`: the check symbol is wrong. */
export type AccessCodeProblem = "length" | "symbol" | "typo";

export type AccessCodeReading =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly problem: AccessCodeProblem };

/**
 * Makes `count` different codes of 10 random symbols (49 bits) and one that checks them, in the form
 * in which they are stored. That they differ from codes made earlier is for the storage to enforce.
 */
export function makeAccessCodes(count: number, randomBytes: RandomBytes): readonly string[] {
  const codes = new Set<string>();
  let symbols: number[] = [];
  while (codes.size < count) {
    for (const byte of randomBytes((count - codes.size) * (RANDOM_SYMBOLS + 2))) {
      if (byte >= FIRST_UNFAIR_BYTE) continue;
      symbols.push(byte % BASE);
      if (symbols.length < RANDOM_SYMBOLS) continue;
      codes.add(toText([...symbols, checkSymbol(symbols)]));
      symbols = [];
      if (codes.size >= count) break;
    }
  }
  return [...codes];
}

/** A code that was made here as people read it: `ABCD-EFGH-JKM`, behind its prefix. */
export function formatAccessCode(code: string): string {
  const prefix = code.slice(0, -MADE_CODE_SYMBOLS);
  const groups = code.slice(-MADE_CODE_SYMBOLS).match(GROUP) ?? [];
  return (prefix === "" ? groups : [prefix, ...groups]).join("-");
}

/** What was typed, without separators and in capitals; null for what is longer than any code. */
export function plainCode(typed: string): string | null {
  if (typed.length > MAX_TYPED_CHARACTERS) return null;
  return (
    typed
      .normalize("NFKC")
      .replace(SEPARATORS, "")
      // Only these: to others, such as ß, capitals are more than one symbol.
      .replace(/[a-z]/g, (letter) => letter.toUpperCase())
  );
}

/**
 * Reads a code that was made here, without its prefix, in any case, with or without spaces and dashes. A code that reads
 * well may still be unknown; one that does not was never made: every single wrong symbol and every two that changed places
 * are noticed.
 */
export function readAccessCode(typed: string): AccessCodeReading {
  const refuse = (problem: AccessCodeProblem) => ({ ok: false as const, problem });
  const code = plainCode(typed);
  if (code === null) return refuse("length");
  const symbols = [...code].map((symbol) => ACCESS_CODE_ALPHABET.indexOf(symbol));
  if (symbols.includes(-1)) return refuse("symbol");
  if (symbols.length !== MADE_CODE_SYMBOLS) return refuse("length");
  const expected = checkSymbol(symbols.slice(0, RANDOM_SYMBOLS));
  return symbols[RANDOM_SYMBOLS] === expected ? { ok: true, code } : refuse("typo");
}

/**
 * The id under which a code of an event is stored, so that whoever reads the storage does not hold
 * the codes. The same code of two events has two ids.
 *
 * @param sha256 - SHA-256 of a text's UTF-8 bytes, in any encoding; the id has that encoding
 */
export function accessCodeId(
  {
    customerId,
    eventId,
    code,
  }: { readonly customerId: string; readonly eventId: string; readonly code: string },
  sha256: (text: string) => string,
): string {
  return sha256(`stanchion/access-code|${customerId}|${eventId}|${code}`);
}

/** Each place has its own weight, so that neither a wrong symbol nor a swap leaves the sum the same. */
function checkSymbol(symbols: readonly number[]): number {
  return symbols.reduce((sum, symbol, index) => sum + (index + 1) * symbol, 0) % BASE;
}

function toText(symbols: readonly number[]): string {
  return symbols.map((symbol) => ACCESS_CODE_ALPHABET[symbol]).join("");
}
