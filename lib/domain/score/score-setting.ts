import { z } from "zod";
import { wholeNumber } from "@/lib/domain/fields";
import { SCORE_MAX, WEAK_SCORE_MAX } from "./score";

/** Reasons that hold for many honest people make no such score, however many come together. */
const actingScore = wholeNumber(WEAK_SCORE_MAX + 1, SCORE_MAX).nullable();

/** What follows from a place's score by itself, as forms and the API send it. */
export const scoreSettingSchema = z.strictObject({
  /** From this score on a challenge is asked before joining; null: a score alone asks nobody. */
  challengeFrom: actingScore.default(null),
  /** From this score on nobody joins, whatever they prove; null: a score alone refuses nobody. */
  refuseFrom: actingScore.default(null),
});

export type ScoreSetting = Readonly<z.output<typeof scoreSettingSchema>>;

export const NO_SCORE: ScoreSetting = { challengeFrom: null, refuseFrom: null };
