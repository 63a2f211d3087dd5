import type { Check, Judging } from "@/waiting-room/visit/gate/check";
import { proofByRule } from "@/waiting-room/visit/gate/rules/rule-of-join";
import { challengeOf } from "./challenge-of";
import { offerChallenge } from "./offer-challenge";
import { watchOf } from "./soft-block";

/** Offers a challenge to visitors without a proof where a proof is required. */
export const PROOF_NEEDED: Check = {
  judge: (judging) => {
    const { context, exchange, joiner, presented, proven } = judging;
    judging.isAsked = mustProve(judging) && presented.type !== "let-join";
    if (proven.type !== "nothing" || !judging.isAsked) return null;
    const isAway = presented.type === "away";
    return offerChallenge(context, exchange, { ...joiner, isAway }, 0);
  },
};

/**
 * True where nobody joins without a proof: it was switched on by hand, too many want to join, or the draw has dropped
 * this visitor's place.
 */
function mustProve({ joiner: { line, isDropped = false }, rule, proven }: Judging): boolean {
  const { settings } = line;
  const { when, fromJoinsPerMinute } = challengeOf(settings);
  const isAttacked = watchOf(line).noteJoin(line, fromJoinsPerMinute, proven.type !== "nothing");
  if (isDropped) return true;
  const byRule = proofByRule(rule);
  if (byRule !== null) return byRule;
  return settings.softBlock === true || when === "always" || isAttacked;
}
