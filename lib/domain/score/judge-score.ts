import { scoreOf } from "./score";
import type { ScoreSetting } from "./score-setting";

/**
 * What follows from a score alone. Nobody is refused for it unless the customer has said from which one on; and nobody
 * who is exempt is challenged for it.
 */
export function judgeScore(
  marks: number,
  { challengeFrom, refuseFrom }: Pick<ScoreSetting, "challengeFrom" | "refuseFrom">,
  isExempt: boolean,
): "join" | "challenge" | "refuse" {
  // Every score that is set is at least 1.
  if (marks === 0 || (challengeFrom === null && refuseFrom === null)) return "join";
  const { score } = scoreOf(marks);
  if (refuseFrom !== null && score >= refuseFrom) return "refuse";
  return challengeFrom !== null && score >= challengeFrom && !isExempt ? "challenge" : "join";
}
