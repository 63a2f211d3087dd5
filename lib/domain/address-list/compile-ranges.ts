import { HEADER_BYTES, LIST_FORMAT, rowBytes } from "./list-format";

const IPV4_WORDS = 1;
const IPV6_WORDS = 4;
const WORD_MAX = 0xff_ff_ff_ff;

/**
 * Sorts ranges and makes one of those that overlap or touch. Each range is its first and its last address, one
 * after the other: two numbers in IPv4, eight in IPv6.
 */
export function compileRanges(
  ipv4: readonly number[],
  ipv6: readonly number[],
): { readonly bytes: Uint8Array; readonly ranges: number } {
  const rows4 = mergedRows(Uint32Array.from(ipv4), IPV4_WORDS);
  const rows6 = mergedRows(Uint32Array.from(ipv6), IPV6_WORDS);
  const count4 = rows4.length / (2 * IPV4_WORDS);
  const count6 = rows6.length / (2 * IPV6_WORDS);
  const bytes = new Uint8Array(
    HEADER_BYTES + count4 * rowBytes(IPV4_WORDS) + count6 * rowBytes(IPV6_WORDS),
  );
  const view = new DataView(bytes.buffer);
  view.setUint32(0, LIST_FORMAT);
  view.setUint32(4, count4);
  view.setUint32(8, count6);
  let at = HEADER_BYTES;
  for (const rows of [rows4, rows6]) {
    for (const word of rows) {
      view.setUint32(at, word);
      at += 4;
    }
  }
  return { bytes, ranges: count4 + count6 };
}

function mergedRows(rows: Uint32Array, words: number): Uint32Array {
  const width = 2 * words;
  const order = sortedRows(rows, words);
  const merged = new Uint32Array(rows.length);
  let used = 0;
  for (const row of order) {
    const first = row * width;
    const held = used - width;
    if (used > 0 && beginsWithin(rows, first, merged, held + words, words)) {
      if (compareAt(rows, first + words, merged, held + words, words) > 0) {
        merged.set(rows.subarray(first + words, first + width), held + words);
      }
      continue;
    }
    merged.set(rows.subarray(first, first + width), used);
    used += width;
  }
  return merged.subarray(0, used);
}

function sortedRows(rows: Uint32Array, words: number): Uint32Array {
  const width = 2 * words;
  const order = Uint32Array.from({ length: rows.length / width }, (_, index) => index);
  return order.sort((one, other) => compareAt(rows, one * width, rows, other * width, words));
}

/** True when the range that begins at `first` overlaps or touches one that ends at `last`. */
function beginsWithin(
  rows: Uint32Array,
  first: number,
  merged: Uint32Array,
  last: number,
  words: number,
): boolean {
  if (compareAt(rows, first, merged, last, words) <= 0) return true;
  const next = successor(merged.subarray(last, last + words));
  return next !== null && compareAt(rows, first, next, 0, words) === 0;
}

/** The address after this one; null after the last of all. */
function successor(words: Uint32Array): Uint32Array | null {
  const next = Uint32Array.from(words);
  for (let index = next.length - 1; index >= 0; index -= 1) {
    if (next[index] !== WORD_MAX) {
      next[index] = (next[index] ?? 0) + 1;
      return next;
    }
    next[index] = 0;
  }
  return null;
}

function compareAt(
  rows: Uint32Array,
  at: number,
  others: Uint32Array,
  otherAt: number,
  words: number,
): number {
  for (let word = 0; word < words; word += 1) {
    const difference = (rows[at + word] ?? 0) - (others[otherAt + word] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
