import { concatBytes, HASH_BYTES, type Hash, uint32Bytes } from "./bytes";

const SHUFFLE_ROUNDS = 90;
/** One hash decides for this many neighbouring positions: one bit each. */
const POSITIONS_A_HASH = 8 * HASH_BYTES;
/** Up to this size the bits are kept once they are known: 11.25 bytes a member. */
const LARGEST_KEPT_SIZE = 4_000_000;

/** A permutation of 0 … size - 1. */
export type Permutation = {
  readonly size: number;
  /** Where the one at `from` ends. */
  readonly forward: (from: number) => number;
  /** Who ends at `to`: `inverse(forward(x)) === x`. */
  readonly inverse: (to: number) => number;
};

/**
 * The swap-or-not shuffle (Hoang, Morris, Rogaway 2012) with 90 rounds, keyed with 32 bytes, on any
 * size below 2^32. In round r, x and its partner (pivot(r) - x) mod size change places if and only if
 * bit(r, max(x, partner)) is set:
 *
 * - pivot(r): the first 8 bytes of SHA-256(key ‖ byte r), most significant first, mod size
 * - bit(r, y): bit y mod 256 of SHA-256(key ‖ byte r ‖ 4 bytes ⌊y ÷ 256⌋), counted from the least
 *   significant bit of the first byte
 *
 * One position costs at most 90 hashes; those of all positions together 90 a 256 members.
 */
export function createPermutation(input: {
  readonly key: Uint8Array;
  readonly size: number;
  readonly hash: Hash;
}): Permutation {
  const { key, size, hash } = input;
  if (key.length !== HASH_BYTES) throw new RangeError("The key of a shuffle has 32 bytes.");
  if (!Number.isInteger(size) || size < 0 || size >= 2 ** 32) {
    throw new RangeError(`A shuffle has 0 to 2^32 - 1 members, not ${size}.`);
  }
  const pivots = Array.from({ length: size === 0 ? 0 : SHUFFLE_ROUNDS }, (_, round) =>
    pivotOf(hash(concatBytes(key, Uint8Array.of(round))), size),
  );
  const isSwapped = createBits(input);
  const apply = (start: number, rounds: Iterable<[number, number]>) => {
    if (!Number.isInteger(start) || start < 0 || start >= size) {
      throw new RangeError(`Expected a position from 0 to ${size - 1}, not ${start}.`);
    }
    let at = start;
    for (const [round, pivot] of rounds) {
      const partner = (pivot + size - at) % size;
      if (isSwapped(round, Math.max(at, partner))) at = partner;
    }
    return at;
  };
  const rounds = [...pivots.entries()];
  const reversed = rounds.toReversed();
  return {
    size,
    forward: (from) => apply(from, rounds),
    inverse: (to) => apply(to, reversed),
  };
}

function pivotOf(digest: Uint8Array, size: number): number {
  const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
  return Number(view.getBigUint64(0) % BigInt(size));
}

/** Whether the pair whose higher position this is changes places, each hash computed once. */
function createBits(input: {
  readonly key: Uint8Array;
  readonly size: number;
  readonly hash: Hash;
}): (round: number, position: number) => boolean {
  const { key, size, hash } = input;
  const blocks = Math.ceil(size / POSITIONS_A_HASH);
  const isKept = size <= LARGEST_KEPT_SIZE;
  const kept = new Uint8Array(isKept ? SHUFFLE_ROUNDS * blocks * HASH_BYTES : 0);
  const isKnown = new Uint8Array(isKept ? SHUFFLE_ROUNDS * blocks : 0);
  const digestOf = (round: number, block: number) =>
    hash(concatBytes(key, Uint8Array.of(round), uint32Bytes(block)));
  const byteOf = (round: number, block: number, byte: number) => {
    if (!isKept) return digestOf(round, block)[byte];
    const at = round * blocks + block;
    if (isKnown[at] === 0) {
      kept.set(digestOf(round, block), at * HASH_BYTES);
      isKnown[at] = 1;
    }
    return kept[at * HASH_BYTES + byte];
  };
  return (round, position) => {
    const bit = position % POSITIONS_A_HASH;
    const byte = byteOf(round, Math.floor(position / POSITIONS_A_HASH), bit >> 3) ?? 0;
    return ((byte >> (bit & 7)) & 1) === 1;
  };
}
