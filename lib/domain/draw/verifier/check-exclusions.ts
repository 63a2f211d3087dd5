import { createCounter } from "./counter";
import { digest } from "./crypto";
import { hexOf, join, octetsOfHex } from "./octets";
import type { DrawFile } from "./read-draw";

/**
 * Whether the published list of excluded members is the one whose hash was signed at the freeze, by a rule that was
 * committed to, and names members only. Each claim is what holds, a code and a sentence.
 */
export async function checkExclusions(draw: DrawFile): Promise<[boolean, string, string][]> {
  const { version, excluded, freeze, commitment, secret } = draw;
  if (version === 1) return [];
  const ranges = excluded.map(([first, count]) => join([first, 8], [count, 4]));
  const hash = await digest(join([4, 1], octetsOfHex(secret), ...ranges));
  const members = excluded.reduce((sum, [, count]) => sum + count, 0);
  return [
    [
      hexOf(hash) === freeze.excludedHash && members === freeze.excludedMembers,
      "exclusions-differ",
      "The list of excluded members is not the one that was fixed at the freeze.",
    ],
    [
      commitment.exclusion !== null || excluded.length === 0,
      "exclusions-not-promised",
      "Members are excluded, though no rule for that was committed to.",
    ],
    [
      isOfMembers(draw),
      "exclusions-overlap",
      "The list of excluded members overlaps, is out of order, or names who is no member.",
    ],
  ];
}

/** The ranges rise, and each index in them is in a group. */
function isOfMembers({ excluded, groups }: DrawFile): boolean {
  const members = createCounter(groups);
  return excluded.every(([first, count], at) => {
    const [earlier, before] = excluded[at - 1] ?? [0, 0];
    const isRising = count > 0 && first >= earlier + before;
    return isRising && members.below(first + count) - members.below(first) === count;
  });
}
