/** Digits and capitals that cannot be taken for each other, neither read nor heard; 31, a prime. */
export const READABLE_SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTWXYZ";

const GROUPED = 4;
const SEPARATORS = /[\s\p{Pd}_.]/gu;
/** Longer texts are refused unread. */
const LONGEST_TYPED = 40;

/** A code as people read it out, in groups of four: `K7QF-3MTP`. */
export function writeReadable(symbols: readonly number[]): string {
  return symbols.reduce((code, symbol, index) => addReadable(code, index, symbol), "");
}

/** The same with one symbol more, which stands at this place. */
export function addReadable(code: string, index: number, symbol: number): string {
  const separator = index > 0 && index % GROUPED === 0 ? "-" : "";
  return code + separator + READABLE_SYMBOLS[symbol];
}

/**
 * The symbols of what somebody typed or heard, in any case, with or without dashes, with O for 0, I or L for 1, U
 * or V for W. `length` for a text that is far too long, `symbol` for one that no code has.
 */
export function readReadable(typed: string): readonly number[] | "length" | "symbol" {
  if (typed.length > LONGEST_TYPED) return "length";
  const text = typed.normalize("NFKC").replace(SEPARATORS, "").toUpperCase();
  const forgiven = text.replace(/O/g, "0").replace(/[IL]/g, "1").replace(/[UV]/g, "W");
  const symbols = [...forgiven].map((symbol) => READABLE_SYMBOLS.indexOf(symbol));
  return symbols.includes(-1) ? "symbol" : symbols;
}
