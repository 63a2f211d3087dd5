/** What follows from a place's score by itself. */
export type ScoreSetting = {
  /** From this score on a challenge is asked before joining; null: a score alone asks nobody. */
  readonly challengeFrom: number | null;
  /** From this score on nobody joins, whatever they prove; null: a score alone refuses nobody. */
  readonly refuseFrom: number | null;
};

export const NO_SCORE: ScoreSetting = { challengeFrom: null, refuseFrom: null };
