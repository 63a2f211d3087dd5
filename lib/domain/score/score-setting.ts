import { z } from "zod";
import { wholeNumber } from "@/lib/domain/fields";

/** What follows from a place's score by itself, as forms and the API send it. */
export const scoreSettingSchema = z.strictObject({
  /** From this score on a place is refused entry; null: a score alone refuses nobody. */
  refuseFrom: wholeNumber(1, 100).nullable(),
});

export type ScoreSetting = Readonly<z.infer<typeof scoreSettingSchema>>;

export const NO_SCORE: ScoreSetting = { refuseFrom: null };
