import { digest } from "./crypto";
import { join, type Octets } from "./octets";

/** Which byte stands before two children of a tree. */
export const NODE = { ofMembers: 1, ofGroups: 3 } as const;

/** The root of the tree over `leaves`: the left part is the largest power of two that leaves a right. */
export async function rootOfLeaves(leaves: readonly Octets[], node: number): Promise<Octets> {
  const [only] = leaves;
  if (!only) return digest(new Uint8Array());
  if (leaves.length === 1) return only;
  const middle = splitOf(leaves.length);
  const [left, right] = await Promise.all([
    rootOfLeaves(leaves.slice(0, middle), node),
    rootOfLeaves(leaves.slice(middle), node),
  ]);
  return digest(join([node, 1], left, right));
}

/** The root that a path leads to from the leaf at `position` of `count`; null if its length is wrong. */
export async function rootOfPath(input: {
  readonly leaf: Octets;
  readonly position: number;
  readonly count: number;
  /** Neighbours, lowest first. */
  readonly path: readonly Octets[];
  readonly node: number;
}): Promise<Octets | null> {
  const { leaf, position, count, path, node } = input;
  if (count === 1) return path.length === 0 && position === 0 ? leaf : null;
  const neighbour = path.at(-1);
  if (!neighbour || position < 0 || position >= count) return null;
  const middle = splitOf(count);
  const isLeft = position < middle;
  const below = await rootOfPath({
    leaf,
    position: isLeft ? position : position - middle,
    count: isLeft ? middle : count - middle,
    path: path.slice(0, -1),
    node,
  });
  if (!below) return null;
  const [left, right] = isLeft ? [below, neighbour] : [neighbour, below];
  return digest(join([node, 1], left, right));
}

function splitOf(count: number): number {
  return 2 ** Math.ceil(Math.log2(count) - 1);
}
