import { checkExclusions } from "./check-exclusions";
import { type CheckSignature, digest } from "./crypto";
import { type Finding, tampered } from "./finding";
import { hexOf, join, type Octets, octetsOf, octetsOfHex } from "./octets";
import type { DrawFile, DrawTexts } from "./read-draw";
import { NODE, rootOfLeaves } from "./tree";

/** What the signatures and hashes of a file are about, computed here from its fields. */
export type DrawFacts = {
  /** Hash of the commitment: the name of the draw. */
  readonly name: Octets;
  readonly totalRoot: Octets;
  readonly members: number;
};

export async function factsOf(draw: DrawFile, texts: DrawTexts): Promise<DrawFacts> {
  const leaves = draw.groups.map(([firstIndex, count, root, lane = 0]) =>
    digest(join([2, 1], groupOctets({ firstIndex, count, root: octetsOfHex(root), lane }))),
  );
  return {
    name: await digest(octetsOf(texts.commitment)),
    totalRoot: await rootOfLeaves(await Promise.all(leaves), NODE.ofGroups),
    members: draw.groups.reduce((sum, [, count]) => sum + count, 0),
  };
}

/** Whether the file holds together: every signature, the secret, N, the groups and their root. */
export async function checkFile(input: {
  readonly draw: DrawFile;
  readonly texts: DrawTexts;
  readonly facts: DrawFacts;
  readonly check: CheckSignature;
}): Promise<Finding[]> {
  const { draw, texts, facts, check } = input;
  const { freeze } = draw;
  const isSigned = (tag: string, message: Octets, signature: string) =>
    check(`stanchion/draw/${tag}/${draw.version}`, message, octetsOfHex(signature));
  const frozen = freezeMessage({ ...publishedFreeze(draw), ...facts });
  const claims: [boolean, string, string][] = [
    [
      await isSigned("commitment", octetsOf(texts.commitment), draw.commitmentSignature),
      "commitment-signature",
      "The commitment is not signed with this key.",
    ],
    [
      await isSigned("freeze", frozen, freeze.signature),
      "freeze-signature",
      "The list of members is not the one that was signed with this key.",
    ],
    [
      await isSigned("file", await digest(octetsOf(texts.unsigned)), draw.signature),
      "file-signature",
      "The file is not as it was signed with this key.",
    ],
    [
      hexOf(await digest(octetsOfHex(draw.secret))) === draw.commitment.secretHash,
      "secret-differs",
      "The secret is not the one that was committed to.",
    ],
    [freeze.members === facts.members, "members-differ", "N is not the sum of all groups."],
    [
      freeze.totalRoot === hexOf(facts.totalRoot),
      "root-differs",
      "The total root is not that of the groups.",
    ],
    [isRising(draw.groups), "groups-overlap", "The groups overlap or are out of order."],
    [
      draw.groups.every(([, , , lane = 0]) => lane < (draw.commitment.lanes?.length ?? 1)),
      "lane-unknown",
      "A group is of a lane that was not committed to.",
    ],
    ...(await checkExclusions(draw)),
  ];
  return claims.filter(([holds]) => !holds).map(([, code, text]) => tampered(code, text));
}

type FreezeSaid = {
  readonly name: Octets;
  readonly members: number;
  readonly groups: number;
  readonly totalRoot: Octets;
  readonly excluded: { readonly members: number; readonly hash: Octets } | null;
  readonly frozenAtMs: number;
};

/** The bytes that are signed at the freeze. */
export function freezeMessage(freeze: FreezeSaid): Octets {
  const { name, members, groups, totalRoot, excluded, frozenAtMs } = freeze;
  const head = join(name, [members, 4], [groups, 4], totalRoot);
  const exclusions = excluded ? join([excluded.members, 4], excluded.hash) : new Uint8Array();
  return join(head, exclusions, [frozenAtMs, 8]);
}

/** What the file says of its freeze, beside what is computed from its fields. */
export function publishedFreeze({ freeze, groups, version }: DrawFile) {
  const { frozenAtMs, excludedMembers = 0, excludedHash = "" } = freeze;
  const excluded = { members: excludedMembers, hash: octetsOfHex(excludedHash) };
  return { frozenAtMs, groups: groups.length, excluded: version === 2 ? excluded : null };
}

/** The bytes of a group that are hashed and signed; the first lane is left out. */
export function groupOctets(group: {
  readonly firstIndex: number;
  readonly count: number;
  readonly root: Octets;
  readonly lane: number;
}): Octets {
  const { firstIndex, count, root, lane } = group;
  const range = join([firstIndex, 8], [count, 4], root);
  return lane === 0 ? range : join(range, [lane, 1]);
}

function isRising(groups: DrawFile["groups"]): boolean {
  return groups.every(([firstIndex, count], at) => {
    const [earlier, members] = groups[at - 1] ?? [0, 0];
    return count > 0 && firstIndex >= earlier + members;
  });
}
