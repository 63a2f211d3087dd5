import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rootOfLeaves, rootOfPath } from "@/lib/domain/draw/verifier/tree";
import { fromHex, toHex } from "./bytes";
import { type DrawMember, growMemberTree, rootFromMember, totalRoot } from "./group";
import { proofOf, rootOf } from "./merkle";

const hash = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
const hashText = (text: string) => hash(Buffer.from(text));
const membersFrom = (firstIndex: number, count: number): DrawMember[] =>
  Array.from({ length: count }, (_, at) => ({
    index: firstIndex + at,
    queueIdHash: hashText(`visitor-${at}`),
    joinedAtMs: 1_800_000_000_000 + at,
  }));

test("the fixed vectors of both trees, computed by another program", () => {
  const root = toHex(rootOf(growMemberTree(membersFrom(7, 5), hash), hash));
  expect(root).toBe("3920416782bc6145b22bea314e500e9b402649ef44ba5563e2f701dc3c26b4a9");
  const groups = [
    { firstIndex: 7, count: 5, root },
    { firstIndex: 20, count: 3, root: "00".repeat(32) },
    { firstIndex: 23, count: 1, root: "ff".repeat(32) },
  ];
  const total = "667c79bd5e6a0fdb71111cbc3743fab12fe63a29456e6ada023f127e0901a789";
  expect(toHex(totalRoot(groups, hash))).toBe(total);
  expect(toHex(totalRoot([], hash))).toBe(toHex(hashText("")));
});

test("every member of a group of any size proves the same root, to the verifier's own tree too", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (count) => {
      const members = membersFrom(100, count);
      const tree = growMemberTree(members, hash);
      const root = toHex(rootOf(tree, hash));
      const leaves = (tree[0] ?? []).map((leaf) => new Uint8Array(leaf));
      expect(toHex(await rootOfLeaves(leaves, 1))).toBe(root);
      for (const [position, member] of members.entries()) {
        const proof = proofOf(tree, position);
        const reached = rootFromMember(member, { firstIndex: 100, count }, proof, hash);
        expect(reached && toHex(reached)).toBe(root);
        const path = proof.map((node) => new Uint8Array(node));
        const leaf = leaves[position] ?? new Uint8Array();
        const walked = await rootOfPath({ leaf, position, count, path, node: 1 });
        expect(walked && toHex(walked)).toBe(root);
      }
    }),
    { numRuns: 40 },
  );
});

test("a proof does not fit another member, another place or another length", () => {
  const members = membersFrom(1, 5);
  const tree = growMemberTree(members, hash);
  const root = toHex(rootOf(tree, hash));
  const [first, second] = members;
  if (!first || !second) throw new Error("Two members were made.");
  const proof = proofOf(tree, 0);
  const reach = (member: DrawMember, count: number, steps: readonly Uint8Array[]) => {
    const reached = rootFromMember(member, { firstIndex: 1, count }, steps, hash);
    return reached && toHex(reached);
  };
  expect(reach(first, 5, proof)).toBe(root);
  expect(reach(second, 5, proof)).not.toBe(root);
  expect(reach({ ...first, joinedAtMs: first.joinedAtMs - 1 }, 5, proof)).not.toBe(root);
  expect(reach({ ...first, index: 0 }, 5, proof)).toBeNull();
  expect(reach({ ...first, index: 6 }, 5, proof)).toBeNull();
  expect(reach(first, 5, proof.slice(1))).toBeNull();
  expect(reach(first, 5, [...proof, fromHex("00".repeat(32))])).toBeNull();
});
