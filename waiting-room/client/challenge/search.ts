/** How many numbers there are to try. */
const NUMBERS = 2 ** 32;
/** Fractional parts of cube roots of the first 64 primes (FIPS 180-4). */
const K = Int32Array.from(primes(64), (prime) => fractionOf(Math.cbrt(prime)));
/** Fractional parts of square roots of the first eight. */
const START = Int32Array.from(primes(8), (prime) => fractionOf(Math.sqrt(prime)));
/** Eight words of the seed's hash, the puzzle and the number: 40 bytes. */
const MESSAGE_BITS = 320;
const NUMBER_AT = 9;
/** 0x80 behind the message. */
const PADDING = 0x80000000 | 0;

const schedule = new Int32Array(64);

function primes(count: number): number[] {
  const found: number[] = [];
  for (let next = 2; found.length < count; next += 1) {
    if (found.every((prime) => next % prime !== 0)) found.push(next);
  }
  return found;
}

function fractionOf(root: number): number {
  return ((root - Math.floor(root)) * NUMBERS) | 0;
}

/** Where a search goes on. */
export type Search = {
  /** SHA-256 of the seed, as eight words. */
  readonly seedHash: Int32Array;
  readonly puzzle: number;
  /** What the first word of the hash has to be below. */
  readonly target: number;
};

/**
 * Tries the numbers from `from` on, `count` of them, and answers the first that solves the puzzle; -1 where none of
 * them does. Only the rounds that the number changes are computed for each.
 */
export function search({ seedHash, puzzle, target }: Search, from: number, count: number): number {
  const w = schedule;
  w.fill(0);
  w.set(seedHash);
  w[8] = puzzle;
  w[10] = PADDING;
  w[15] = MESSAGE_BITS;
  const before = rounds(START, 0, NUMBER_AT);
  const least = target ^ PADDING;
  const start = START[0] ?? 0;
  for (let number = from; number < from + count && number < NUMBERS; number += 1) {
    w[NUMBER_AT] = number;
    extend(w);
    // Words are signed here: turning the first bit round makes their order that of unsigned ones.
    if (((lastWord(before, w) + start) ^ PADDING) < least) return number;
  }
  return -1;
}

/** SHA-256 of an ASCII text of at most 55 characters, as words. */
export function hashShort(text: string): Int32Array {
  const w = schedule;
  w.fill(0);
  for (let at = 0; at <= text.length; at += 1) {
    const byte = at < text.length ? text.charCodeAt(at) : 0x80;
    w[at >> 2] = (w[at >> 2] ?? 0) | (byte << (24 - 8 * (at & 3)));
  }
  w[15] = 8 * text.length;
  extend(w);
  return rounds(START, 0, 64).map((word, index) => word + (START[index] ?? 0));
}

function extend(w: Int32Array): void {
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] as number) + s0 + (w[i - 7] as number) + s1;
  }
}

function rounds(state: Int32Array, first: number, end: number): Int32Array {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = first; i < end; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + (K[i] as number) + (schedule[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) | (c & (a | b)))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  return Int32Array.of(a, b, c, d, e, f, g, h);
}

/** The first word after the rounds from the number on. */
function lastWord(before: Int32Array, w: Int32Array): number {
  let a = before[0] as number;
  let b = before[1] as number;
  let c = before[2] as number;
  let d = before[3] as number;
  let e = before[4] as number;
  let f = before[5] as number;
  let g = before[6] as number;
  let h = before[7] as number;
  for (let i = NUMBER_AT; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + (K[i] as number) + (w[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) | (c & (a | b)))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  return a;
}
