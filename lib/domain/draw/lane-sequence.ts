import { concatBytes, type Hash, uint32Bytes } from "./bytes";

/** Before the number of the section: no round of a permutation has this byte. */
const SEQUENCE_TAG = 0xfe;
const NUMBER_BYTES = 6;
const NUMBERS = 2 ** 48;
const NUMBERS_A_HASH = 5;

/** Which lane has each place, and where the members of each lane stand. */
export type LaneSequence = {
  readonly size: number;
  readonly laneAt: (place: number) => number;
  /** The place of the member of a lane who is the nth of it to be drawn, both from 0. */
  readonly placeOf: (lane: number, nth: number) => number;
  /** How many of the lane of `place` stand before it. */
  readonly nthAt: (place: number) => number;
};

/**
 * Draws lanes one after the other, without putting back: the next place goes to a lane with a chance of exactly its
 * weight times its members who are left, against those of all lanes. Together with an even permutation within each
 * lane, every member who is left has a chance of exactly their weight. `sizes` are the members of each lane.
 */
export function drawLanes(input: {
  readonly sizes: readonly number[];
  readonly weights: readonly number[];
  readonly key: Uint8Array;
  /** 0 for those who are drawn first, 1 for those behind them. */
  readonly section: number;
  readonly hash: Hash;
}): LaneSequence {
  const { sizes, weights } = input;
  const size = sizes.reduce((sum, members) => sum + members, 0);
  const only = sizes.indexOf(size);
  if (only !== -1) {
    return { size, laneAt: () => only, placeOf: (_, nth) => nth, nthAt: (place) => place };
  }
  const next = createNumbers(input);
  const left = [...sizes];
  const places = sizes.map((members) => new Uint32Array(members));
  const lanes = new Uint8Array(size);
  const nths = new Uint32Array(size);
  let total = left.reduce((sum, members, lane) => sum + members * (weights[lane] ?? 0), 0);
  for (let place = 0; place < size; place += 1) {
    let rest = next(total);
    let lane = 0;
    for (; rest >= (left[lane] ?? 0) * (weights[lane] ?? 0); lane += 1) {
      rest -= (left[lane] ?? 0) * (weights[lane] ?? 0);
    }
    const nth = (sizes[lane] ?? 0) - (left[lane] ?? 0);
    const ofLane = places[lane];
    if (ofLane) ofLane[nth] = place;
    lanes[place] = lane;
    nths[place] = nth;
    left[lane] = (left[lane] ?? 0) - 1;
    total -= weights[lane] ?? 0;
  }
  return {
    size,
    laneAt: (place) => lanes[place] ?? 0,
    placeOf: (lane, nth) => places[lane]?.[nth] ?? 0,
    nthAt: (place) => nths[place] ?? 0,
  };
}

/**
 * Even numbers below a limit: the 48-bit parts of SHA-256(key ‖ fe ‖ section ‖ block in 4 bytes), five a block,
 * modulo the limit; a part at or above the last whole multiple of the limit is left out.
 */
function createNumbers(input: {
  readonly key: Uint8Array;
  readonly section: number;
  readonly hash: Hash;
}): (limit: number) => number {
  const { key, section, hash } = input;
  let block = 0;
  let at = NUMBERS_A_HASH;
  let digest: DataView = new DataView(new ArrayBuffer(0));
  const part = () => {
    if (at === NUMBERS_A_HASH) {
      const bytes = hash(
        concatBytes(key, Uint8Array.of(SEQUENCE_TAG, section), uint32Bytes(block)),
      );
      digest = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      block += 1;
      at = 0;
    }
    const start = at * NUMBER_BYTES;
    at += 1;
    return digest.getUint16(start) * 2 ** 32 + digest.getUint32(start + 2);
  };
  return (limit) => {
    const end = NUMBERS - (NUMBERS % limit);
    let value = part();
    while (value >= end) value = part();
    return value % limit;
  };
}
