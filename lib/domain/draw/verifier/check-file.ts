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
  /** Members of all groups before the one at the same place of the list. */
  readonly membersBefore: readonly number[];
  readonly members: number;
};

export async function factsOf(draw: DrawFile, texts: DrawTexts): Promise<DrawFacts> {
  const leaves = draw.groups.map(([firstIndex, count, root]) =>
    digest(join([2, 1], [firstIndex, 8], [count, 4], octetsOfHex(root))),
  );
  const membersBefore: number[] = [];
  let members = 0;
  for (const [, count] of draw.groups) {
    membersBefore.push(members);
    members += count;
  }
  return {
    name: await digest(octetsOf(texts.commitment)),
    totalRoot: await rootOfLeaves(await Promise.all(leaves), NODE.ofGroups),
    membersBefore,
    members,
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
    check(`stanchion/draw/${tag}/1`, message, octetsOfHex(signature));
  const frozen = freezeMessage({ ...freeze, ...facts, groups: draw.groups.length });
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
  ];
  return claims.filter(([holds]) => !holds).map(([, code, text]) => tampered(code, text));
}

/** The bytes that are signed at the freeze. */
export function freezeMessage(freeze: {
  readonly name: Octets;
  readonly members: number;
  readonly groups: number;
  readonly totalRoot: Octets;
  readonly frozenAtMs: number;
}): Octets {
  const { name, members, groups, totalRoot, frozenAtMs } = freeze;
  return join(name, [members, 4], [groups, 4], totalRoot, [frozenAtMs, 8]);
}

function isRising(groups: DrawFile["groups"]): boolean {
  return groups.every(([firstIndex, count], at) => {
    const [earlier = 0, members = 0] = groups[at - 1] ?? [];
    return count > 0 && firstIndex >= earlier + members;
  });
}
