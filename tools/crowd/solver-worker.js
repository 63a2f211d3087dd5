// Solves proofs of work in a thread, from their description alone (`WorkChallenge` in lib/domain/visitor-api):
// it shares no code with what visitors' browsers run, as a farm's would not.
import { hash } from "node:crypto";
import { parentPort } from "node:worker_threads";

const ROUNDS = 64;

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4). */
const K = new Int32Array(ROUNDS);
const START = new Int32Array(8);
for (let found = 0, number = 2; found < ROUNDS; number += 1) {
  let isPrime = true;
  for (let factor = 2; factor * factor <= number; factor += 1) {
    if (number % factor === 0) isPrime = false;
  }
  if (!isPrime) continue;
  K[found] = fraction(Math.cbrt(number));
  if (found < 8) START[found] = fraction(Math.sqrt(number));
  found += 1;
}

function fraction(root) {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

const W = new Int32Array(ROUNDS);
/** SHA-256 of 40 bytes is one block: ten words, a bit, zeros and the length in bits. */
const LENGTH_BITS = 40 * 8;

function firstBits(words) {
  for (let at = 0; at < 10; at += 1) W[at] = words[at];
  W[10] = 0x80000000;
  for (let at = 11; at < 15; at += 1) W[at] = 0;
  W[15] = LENGTH_BITS;
  for (let at = 16; at < ROUNDS; at += 1) {
    const w15 = W[at - 15];
    const w2 = W[at - 2];
    const s0 = ((w15 >>> 7) | (w15 << 25)) ^ ((w15 >>> 18) | (w15 << 14)) ^ (w15 >>> 3);
    const s1 = ((w2 >>> 17) | (w2 << 15)) ^ ((w2 >>> 19) | (w2 << 13)) ^ (w2 >>> 10);
    W[at] = (W[at - 16] + s0 + W[at - 7] + s1) | 0;
  }
  let a = START[0];
  let b = START[1];
  let c = START[2];
  let d = START[3];
  let e = START[4];
  let f = START[5];
  let g = START[6];
  let h = START[7];
  for (let at = 0; at < ROUNDS; at += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[at] + W[at]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  return (START[0] + a) >>> 0;
}

function solve({ seed, puzzles, target }) {
  const words = new Int32Array(10);
  const digest = hash("sha256", seed, "buffer");
  for (let at = 0; at < 8; at += 1) words[at] = digest.readInt32BE(at * 4);
  const found = Buffer.alloc(4 * puzzles);
  let tries = 0;
  for (let puzzle = 0; puzzle < puzzles; puzzle += 1) {
    words[8] = puzzle;
    let number = 0;
    for (words[9] = 0; firstBits(words) >= target; words[9] = number) number += 1;
    found.writeUInt32BE(number, 4 * puzzle);
    tries += number + 1;
  }
  return { proof: `${seed}.${found.toString("base64url")}`, tries };
}

parentPort?.on("message", (challenge) => parentPort?.postMessage(solve(challenge)));
