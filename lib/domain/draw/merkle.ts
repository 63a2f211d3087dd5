import { concatBytes, type Hash } from "./bytes";

/**
 * A Merkle tree, leaves first. Neighbours are hashed in pairs behind the tag byte; a last one without
 * a neighbour moves up as it is. The shape therefore follows from the number of leaves alone.
 */
export type MerkleTree = readonly (readonly Uint8Array[])[];

/** The tree over leaves that are hashes already; `tag` keeps inner nodes apart from every leaf. */
export function growTree(leaves: readonly Uint8Array[], tag: number, hash: Hash): MerkleTree {
  const levels = [leaves];
  let level = leaves;
  while (level.length > 1) {
    level = pairUp(level, tag, hash);
    levels.push(level);
  }
  return levels;
}

/** The one hash on top; SHA-256 of nothing for a tree without leaves. */
export function rootOf(tree: MerkleTree, hash: Hash): Uint8Array {
  return tree.at(-1)?.[0] ?? hash(new Uint8Array());
}

/** The neighbours on the way from the leaf at `position` to the root, lowest first. */
export function proofOf(tree: MerkleTree, position: number): Uint8Array[] {
  return tree.flatMap((level, height) => level[Math.floor(position / 2 ** height) ^ 1] ?? []);
}

/** The root that a proof leads to; null if it is not as long as `position` and `count` demand. */
export function rootFromProof(input: {
  readonly leaf: Uint8Array;
  readonly position: number;
  readonly count: number;
  readonly proof: readonly Uint8Array[];
  readonly tag: number;
  readonly hash: Hash;
}): Uint8Array | null {
  const { count, proof, tag, hash } = input;
  let { leaf: node, position } = input;
  let used = 0;
  for (let width = count; width > 1; width = Math.ceil(width / 2)) {
    if ((position ^ 1) < width) {
      const neighbour = proof[used];
      if (!neighbour) return null;
      used += 1;
      const [left, right] = position % 2 === 0 ? [node, neighbour] : [neighbour, node];
      node = hash(concatBytes(Uint8Array.of(tag), left, right));
    }
    position = Math.floor(position / 2);
  }
  return used === proof.length && position === 0 ? node : null;
}

function pairUp(level: readonly Uint8Array[], tag: number, hash: Hash): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at], level[at + 1]];
    if (left) above.push(right ? hash(concatBytes(Uint8Array.of(tag), left, right)) : left);
  }
  return above;
}
