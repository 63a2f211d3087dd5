import {
  concatBytes,
  fromHex,
  HASH_BYTES,
  type Hash,
  textBytes,
  uint32Bytes,
  uint64Bytes,
} from "./bytes";
import { growTree, type MerkleTree, rootFromProof, rootOf } from "./merkle";

const GROUP_TAG = "stanchion/draw/group/1\n";
/** Of a group that is not of the first lane. */
const LANE_GROUP_TAG = "stanchion/draw/group/2\n";
/** The first byte of what is hashed: no leaf can pass for a node, no member for a group. */
const TAGS = { member: 0, memberNode: 1, group: 2, groupNode: 3 } as const;

/** A join: `index` rises with every join and may leave holes (the queue number given at the join). */
export type DrawMember = {
  readonly index: number;
  /** SHA-256 of the queue id, 32 bytes. */
  readonly queueIdHash: Uint8Array;
  /** When the request was received, line time. */
  readonly joinedAtMs: number;
};

/** Joins `firstIndex` … `firstIndex + count - 1`, which were signed together. */
export type DrawGroup = {
  readonly firstIndex: number;
  readonly count: number;
  /** Of the Merkle tree over the members, hexadecimal. */
  readonly root: string;
  /** In a lottery the lane of all its members; absent for the first lane, as in a draw without lanes. */
  readonly lane?: number;
};

export function laneOfGroup({ lane = 0 }: Pick<DrawGroup, "lane">): number {
  return lane;
}

/** The tree over the members of one group, who stand in the order of their indices. */
export function growMemberTree(members: readonly DrawMember[], hash: Hash): MerkleTree {
  const leaves = members.map((member) => memberLeaf(member, hash));
  return growTree(leaves, TAGS.memberNode, hash);
}

/** The root of the group that a member's proof leads to; null for a proof of the wrong length. */
export function rootFromMember(
  member: DrawMember,
  group: Omit<DrawGroup, "root">,
  proof: readonly Uint8Array[],
  hash: Hash,
): Uint8Array | null {
  const position = member.index - group.firstIndex;
  if (position < 0 || position >= group.count) return null;
  const leaf = memberLeaf(member, hash);
  return rootFromProof({
    leaf,
    position,
    count: group.count,
    proof,
    tag: TAGS.memberNode,
    hash,
  });
}

/** What is signed once for all members of a group; `draw` is the hash of the commitment. */
export function groupMessage(draw: Uint8Array, group: DrawGroup): Uint8Array {
  const tag = laneOfGroup(group) === 0 ? GROUP_TAG : LANE_GROUP_TAG;
  return concatBytes(textBytes(tag), draw, groupBytes(group));
}

/** The root over all groups, each as SHA-256(02 ‖ its first index, count, root and lane). */
export function totalRoot(groups: readonly DrawGroup[], hash: Hash): Uint8Array {
  const leaves = groups.map((group) =>
    hash(concatBytes(Uint8Array.of(TAGS.group), groupBytes(group))),
  );
  return rootOf(growTree(leaves, TAGS.groupNode, hash), hash);
}

/** SHA-256(00 ‖ index ‖ hash of the queue id ‖ time of the join); both numbers 8 bytes. */
function memberLeaf({ index, queueIdHash, joinedAtMs }: DrawMember, hash: Hash): Uint8Array {
  const [first, last] = [uint64Bytes(index), uint64Bytes(joinedAtMs)];
  return hash(concatBytes(Uint8Array.of(TAGS.member), first, queueIdHash, last));
}

/** First index in 8 bytes, count in 4, root in 32; then the lane in 1 byte, unless it is the first. */
function groupBytes(group: DrawGroup): Uint8Array {
  const { firstIndex, count, root } = group;
  const lane = laneOfGroup(group);
  return concatBytes(
    uint64Bytes(firstIndex),
    uint32Bytes(count),
    fromHex(root, HASH_BYTES),
    lane === 0 ? new Uint8Array() : Uint8Array.of(lane),
  );
}
