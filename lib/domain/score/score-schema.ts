import { z } from "zod";
import { wholeNumber } from "@/lib/domain/fields";
import { SCORE_MAX, WEAK_SCORE_MAX } from "./score";
import type { ScoreSetting } from "./score-setting";

/** Reasons that hold for many honest people make no such score, however many come together. */
const actingScore = wholeNumber(WEAK_SCORE_MAX + 1, SCORE_MAX).nullable();

/** What follows from a place's score by itself, as forms and the API send it. */
export const scoreSettingSchema = z.strictObject({
  challengeFrom: actingScore.default(null),
  refuseFrom: actingScore.default(null),
} satisfies Record<keyof ScoreSetting, z.ZodType>);
