import {
  concatBytes,
  fromBase64Url,
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
import {
  type DrawGroup,
  type DrawMember,
  groupMessage,
  growMemberTree,
  laneOfGroup,
  rootFromMember,
} from "./group";
import { proofOf, rootOf } from "./merkle";

const PREFIX = "sr1.";
/** Of a join in another lane than the first, which stands in one byte behind the head. */
const LANE_PREFIX = "sr2.";
/** Commitment hash, index, queue id hash, time of the join, first index, count, length of the proof. */
const HEAD_BYTES = HASH_BYTES + 8 + HASH_BYTES + 8 + 8 + 4 + 1;

/** Joins that got consecutive indices in one call, as they are signed. */
export type SignedGroup = {
  readonly group: DrawGroup;
  /** One text for each join, in their order; 214 to 555 characters in a group of up to 256. */
  readonly receipts: readonly string[];
};

/**
 * Signs a group of joins once and makes the receipt of each. `draw` is the commitment's hash, `lane` the
 * lane of a lottery to which all of them belong.
 */
export function signGroup(input: {
  readonly draw: Uint8Array;
  readonly firstIndex: number;
  readonly joins: readonly { readonly queueId: string; readonly joinedAtMs: number }[];
  readonly lane?: number;
  readonly hash: Hash;
  readonly sign: Sign;
}): SignedGroup {
  const { draw, firstIndex, joins, lane = 0, hash, sign } = input;
  if (joins.length === 0) throw new RangeError("A group has at least one join.");
  const members = joins.map(({ queueId, joinedAtMs }, position) => ({
    index: firstIndex + position,
    queueIdHash: hash(textBytes(queueId)),
    joinedAtMs,
  }));
  const tree = growMemberTree(members, hash);
  const ofLane = lane === 0 ? {} : { lane };
  const group = { firstIndex, count: joins.length, root: toHex(rootOf(tree, hash)), ...ofLane };
  const signature = sign(groupMessage(draw, group));
  const receipts = members.map((member, position) =>
    receiptText({ draw, member, group, proof: proofOf(tree, position), signature }),
  );
  return { group, receipts };
}

/**
 * The member and the group that a receipt of this draw proves, so that joins which the line forgot are
 * members again once one of their receipts is shown. Null for a receipt of another draw, an altered
 * one, and one that this operator has not signed.
 */
export function openReceipt(input: {
  readonly text: string;
  readonly draw: Uint8Array;
  readonly hash: Hash;
  readonly verify: (message: Uint8Array, signature: Uint8Array) => boolean;
}): { readonly member: DrawMember; readonly group: DrawGroup } | null {
  const { text, draw, hash, verify } = input;
  const receipt = parseReceipt(text);
  if (!receipt || toHex(receipt.draw) !== toHex(draw)) return null;
  const { member, proof, signature } = receipt;
  const root = rootFromMember(member, receipt.group, proof, hash);
  if (!root) return null;
  const group = { ...receipt.group, root: toHex(root) };
  return verify(groupMessage(draw, group), signature) ? { member, group } : null;
}

type Receipt = {
  readonly draw: Uint8Array;
  readonly member: DrawMember;
  readonly group: Omit<DrawGroup, "root">;
  readonly proof: readonly Uint8Array[];
  readonly signature: Uint8Array;
};

function receiptText({ draw, member, group, proof, signature }: Receipt): string {
  const lane = laneOfGroup(group);
  const bytes = concatBytes(
    draw,
    uint64Bytes(member.index),
    member.queueIdHash,
    uint64Bytes(member.joinedAtMs),
    uint64Bytes(group.firstIndex),
    uint32Bytes(group.count),
    lane === 0 ? new Uint8Array() : Uint8Array.of(lane),
    Uint8Array.of(proof.length),
    ...proof,
    signature,
  );
  return (lane === 0 ? PREFIX : LANE_PREFIX) + toBase64Url(bytes);
}

function parseReceipt(text: string): Receipt | null {
  const hasLane = text.startsWith(LANE_PREFIX);
  if (!hasLane && !text.startsWith(PREFIX)) return null;
  const bytes = fromBase64Url(text.slice(PREFIX.length));
  const headBytes = HEAD_BYTES + (hasLane ? 1 : 0);
  if (!bytes || bytes.length < headBytes + SIGNATURE_BYTES) return null;
  const view = new DataView(bytes.buffer);
  const lane = hasLane ? view.getUint8(headBytes - 2) : 0;
  // The first lane has one form only.
  if (hasLane && lane === 0) return null;
  const steps = view.getUint8(headBytes - 1);
  const proofEnd = headBytes + steps * HASH_BYTES;
  if (bytes.length !== proofEnd + SIGNATURE_BYTES) return null;
  const at = (start: number, length: number) => bytes.slice(start, start + length);
  const index = Number(view.getBigUint64(HASH_BYTES));
  const joinedAtMs = Number(view.getBigUint64(2 * HASH_BYTES + 8));
  const firstIndex = Number(view.getBigUint64(2 * HASH_BYTES + 16));
  if (![index, joinedAtMs, firstIndex].every(Number.isSafeInteger)) return null;
  return {
    draw: at(0, HASH_BYTES),
    member: { index, queueIdHash: at(HASH_BYTES + 8, HASH_BYTES), joinedAtMs },
    group: {
      firstIndex,
      count: view.getUint32(2 * HASH_BYTES + 24),
      ...(hasLane ? { lane } : {}),
    },
    proof: Array.from({ length: steps }, (_, step) =>
      at(headBytes + step * HASH_BYTES, HASH_BYTES),
    ),
    signature: at(proofEnd, SIGNATURE_BYTES),
  };
}
