import { z } from "zod";
import { accessRulesSchema } from "@/lib/domain/access-rule/access-rule-schema";
import { challengeSettingSchema } from "@/lib/domain/challenge/challenge-setting";
import {
  deferredSettingSchema,
  lotterySettingSchema,
} from "@/lib/domain/deferred/deferred-setting";
import { limitSettingSchema } from "@/lib/domain/join-limit/limit-setting";
import {
  passSettingSchema,
  possessionSettingSchema,
} from "@/lib/domain/possession/possession-setting";
import { scoreSettingSchema } from "@/lib/domain/score/score-setting";
import { type Protection, UNPROTECTED } from "./protection";

/** The protection of an event, as forms and the API send it; a part left out is off. Null: nothing is held back. */
export const protectionSchema = z
  .strictObject({
    limits: limitSettingSchema.default(UNPROTECTED.limits),
    challenge: challengeSettingSchema.default(UNPROTECTED.challenge),
    rules: accessRulesSchema.default(UNPROTECTED.rules),
    deferred: deferredSettingSchema.default(UNPROTECTED.deferred),
    lottery: lotterySettingSchema.default(UNPROTECTED.lottery),
    score: scoreSettingSchema.default(UNPROTECTED.score),
    possession: possessionSettingSchema.default(UNPROTECTED.possession),
    pass: passSettingSchema.default(UNPROTECTED.pass),
  } satisfies Record<keyof Protection, z.ZodType>)
  .nullable();
