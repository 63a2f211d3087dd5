import {
  concatBytes,
  fromHex,
  HASH_BYTES,
  type Hash,
  SIGNATURE_BYTES,
  type Sign,
  textBytes,
  toBase64Url,
  toHex,
  uint32Bytes,
  uint64Bytes,
} from "./bytes";
import type { FrozenExclusions } from "./exclusions";
import { type DrawGroup, totalRoot } from "./group";

const PREFIX = "sf1.";
/** Of a draw of version 2. */
const LATER_PREFIX = "sf2.";
const FREEZE_TAG = { 1: "stanchion/draw/freeze/1\n", 2: "stanchion/draw/freeze/2\n" };

/** Who takes part, fixed and signed before the beacon's round exists. */
export type Freeze = {
  /** Hash of the commitment, hexadecimal. */
  readonly draw: string;
  /** N: how many take part. */
  readonly members: number;
  readonly groups: number;
  /** Over all groups, hexadecimal. */
  readonly totalRoot: string;
  /** In a draw of version 2: who is excluded. Absent in version 1. */
  readonly excluded?: FrozenExclusions;
  /** Line time. */
  readonly frozenAtMs: number;
  /** Hexadecimal. */
  readonly signature: string;
};

/**
 * Fixes the members of a draw, and in version 2 which of them are excluded. The groups rise by index and do not
 * overlap; holes between them are nobody's. Throws for any other list.
 */
export function freezeDraw(input: {
  readonly draw: Uint8Array;
  readonly groups: readonly DrawGroup[];
  readonly excluded?: FrozenExclusions;
  readonly frozenAtMs: number;
  readonly hash: Hash;
  readonly sign: Sign;
}): Freeze {
  const { draw, groups, excluded, frozenAtMs, hash, sign } = input;
  assertRising(groups);
  const body = {
    draw: toHex(draw),
    members: groups.reduce((sum, { count }) => sum + count, 0),
    groups: groups.length,
    totalRoot: toHex(totalRoot(groups, hash)),
    ...(excluded === undefined ? {} : { excluded }),
    frozenAtMs,
  };
  const tag = FREEZE_TAG[excluded === undefined ? 1 : 2];
  const message = concatBytes(textBytes(tag), freezeBytes(body));
  return { ...body, signature: toHex(sign(message)) };
}

/** What the line publishes before the round and pages keep: 196 characters, 244 in version 2. */
export function freezeText(freeze: Freeze): string {
  const signature = fromHex(freeze.signature, SIGNATURE_BYTES);
  const prefix = freeze.excluded === undefined ? PREFIX : LATER_PREFIX;
  return prefix + toBase64Url(concatBytes(freezeBytes(freeze), signature));
}

/** Commitment hash 32 bytes, N 4, groups 4, total root 32; how many are excluded 4, their hash 32; time 8. */
function freezeBytes(freeze: Omit<Freeze, "signature">): Uint8Array {
  const { excluded } = freeze;
  return concatBytes(
    fromHex(freeze.draw, HASH_BYTES),
    uint32Bytes(freeze.members),
    uint32Bytes(freeze.groups),
    fromHex(freeze.totalRoot, HASH_BYTES),
    ...(excluded ? [uint32Bytes(excluded.count), fromHex(excluded.hash, HASH_BYTES)] : []),
    uint64Bytes(freeze.frozenAtMs),
  );
}

function assertRising(groups: readonly DrawGroup[]): void {
  let next = 0;
  for (const { firstIndex, count } of groups) {
    if (firstIndex < next || count < 1) {
      throw new RangeError(`The group at index ${firstIndex} overlaps another or is empty.`);
    }
    next = firstIndex + count;
  }
}
